/// Posts a message.
#[tool(defer, crate = tc)]
#[cfg(unix)]
pub(crate) async fn post(
    /// Where.
    channel: &str,
    app: &App,
    #[context] pool: Pool,
) -> Result<Receipt, PostError> {
    app.post(channel, pool).await
}
