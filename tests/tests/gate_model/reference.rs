//! Which calls may arrive: the reference, and the programs that are tried.

use std::collections::BTreeSet;
use std::rc::Rc;

use proptest::prelude::*;
use proptest::sample::select;
use proptest_state_machine::ReferenceStateMachine;
use toolcrib::catalog::DriftPolicy;
use toolcrib_tests::desk::{TOOLS, VARIANTS, instructions, tool};

use super::world::*;

/// One server, as it is and as it was listed.
#[derive(Debug, Clone, Copy)]
struct Server {
    /// What it would list now.
    now: usize,
    is_up: bool,
    is_configured: bool,
    /// What it was when it was connected: instructions are given only then.
    greeted: Option<usize>,
    /// What it listed last, while nothing speaks against that.
    known: Option<Listed>,
}

/// By their variants, the tools of a listing and the instructions beside them.
#[derive(Debug, Clone, Copy)]
struct Listed {
    tools: usize,
    instructions: usize,
}

/// A tool of a toolbox, and what the toolbox captured of its server.
#[derive(Debug, Clone, Copy)]
struct Bound {
    name: Name,
    tool: usize,
    capture: Capture,
}

/// A toolbox that was built.
#[derive(Debug, Clone)]
struct Box {
    tools: Vec<Bound>,
    refused: Vec<Bound>,
    allowed: Allowed,
}

/// Who calls: a conversation, or the program itself.
#[derive(Debug, Clone)]
struct Caller {
    toolbox: Rc<Box>,
    view: BTreeSet<Name>,
    allowed: Vec<Allowed>,
    /// `None` for a program, from which nothing is hidden.
    promoted: Option<BTreeSet<Name>>,
    is_served: bool,
}

/// The whole world, and what the last step has to come to.
#[derive(Debug, Clone)]
pub(crate) struct World {
    servers: [Server; SERVERS],
    toolboxes: [Option<Rc<Box>>; BOXES],
    sessions: [Option<Caller>; SESSIONS],
    services: [Option<(Caller, Name)>; SERVICES],
    switch: bool,
    /// Servers are processes: nothing that takes the time of a back-off.
    are_processes: bool,
    pub(crate) expected: Expected,
}

// Which calls may arrive.
impl World {
    fn call(&mut self, caller: &Caller, name: Name) -> Result<(usize, usize), Why> {
        let is = |bound: &&Bound| bound.name == name;
        let (tools, refused) = (&caller.toolbox.tools, &caller.toolbox.refused);
        let is_allowed = self.allows(&caller.allowed, name);
        let bound = match tools.iter().find(is) {
            Some(_) if !caller.view.contains(&name) => return Err(Why::Unseen),
            Some(_) if !is_allowed => return Err(Why::Denied),
            Some(bound) => *bound,
            None if !refused.iter().any(|bound| is(&bound)) => return Err(Why::Unknown),
            None => return Err(if is_allowed { Why::Changed } else { Why::Unseen }),
        };
        if caller.promoted.as_ref().is_some_and(|promoted| !promoted.contains(&name)) {
            return Err(Why::Hidden);
        }
        let Capture { server, .. } = bound.capture;
        if !bound.agrees(self.listed(server)?) {
            // Once more: it may say the old thing again.
            self.servers[server].known = None;
            if !bound.agrees(self.listed(server)?) {
                return Err(Why::Drift);
            }
        }
        Ok((server, bound.tool))
    }

    fn allows(&self, allowed: &[Allowed], name: Name) -> bool {
        let of = |(server, alias)| matches!(name, Name::Tool { server: s, alias: a, .. } if (s, a) == (server, alias));
        allowed.iter().all(|allowed| match *allowed {
            Allowed::All => true,
            Allowed::NotServer(server, alias) => !of((server, alias)),
            Allowed::OnlyServer(server, alias) => of((server, alias)),
            Allowed::Not(other) => name != other,
            Allowed::Switch => self.switch,
        })
    }

    /// What is known of a server's listing, after one was made if need be.
    fn listed(&mut self, at: usize) -> Result<Listed, Why> {
        let server = &mut self.servers[at];
        match server.known {
            _ if !server.is_configured => Err(Why::Gone),
            Some(known) => Ok(known),
            None if !server.is_up => Err(Why::Unreachable),
            None => {
                let instructions = *server.greeted.get_or_insert(server.now);
                Ok(*server.known.insert(Listed { tools: server.now, instructions }))
            }
        }
    }
}

impl Bound {
    fn agrees(&self, listed: Listed) -> bool {
        self.capture.agrees(listed, self.tool)
    }
}

impl Capture {
    /// By its policy.
    fn agrees(&self, listed: Listed, at: usize) -> bool {
        match self.policy {
            DriftPolicy::QuarantineTool => self.has(listed, at),
            _ => self.is(listed),
        }
    }

    fn has(&self, listed: Listed, at: usize) -> bool {
        tool(TOOLS[at], listed.tools) == tool(TOOLS[at], self.variant)
    }

    fn is(&self, listed: Listed) -> bool {
        instructions(listed.instructions) == instructions(self.variant)
            && (0..TOOLS.len()).all(|at| self.has(listed, at))
    }

    fn tools(&self) -> impl Iterator<Item = usize> + use<> {
        let variant = self.variant;
        (0..TOOLS.len()).filter(move |&at| tool(TOOLS[at], variant).is_some())
    }
}

// What becomes of the world.
impl World {
    fn new(are_processes: bool) -> Self {
        let server =
            Server { now: 0, is_up: true, is_configured: true, greeted: None, known: None };
        Self {
            servers: [server; SERVERS],
            toolboxes: Default::default(),
            sessions: Default::default(),
            services: Default::default(),
            switch: true,
            are_processes,
            expected: Expected::Nothing,
        }
    }

    pub(crate) fn are_processes(&self) -> bool {
        self.are_processes
    }

    /// What a session has promoted; `None` where there is no session.
    pub(crate) fn promoted(&self, session: usize) -> Option<BTreeSet<String>> {
        let promoted = self.sessions[session].as_ref()?.promoted.as_ref()?;
        Some(promoted.iter().map(|name| name.text()).collect())
    }

    fn lose(&mut self, at: usize) {
        let server = &mut self.servers[at];
        (server.greeted, server.known) = (None, None);
    }

    /// All listings, where all can be had.
    fn manifests(&mut self) -> Option<[Option<Listed>; SERVERS]> {
        let listed: [_; SERVERS] = std::array::from_fn(|at| self.listed(at));
        let fine = listed.iter().all(|one| matches!(one, Ok(_) | Err(Why::Gone)));
        fine.then(|| listed.map(Result::ok))
    }

    fn build(&mut self, plan: &Plan) -> Option<Box> {
        let wanted = plan.captures.iter().any(|capture| capture.verified);
        let listed = wanted.then(|| self.manifests()).flatten().unwrap_or_default();
        let mut toolbox = Box { tools: vec![], refused: vec![], allowed: plan.allowed };
        let mut target = None;
        for &capture in &plan.captures {
            let Capture { server, alias, policy, .. } = capture;
            let before = listed[server].filter(|_| capture.verified);
            if policy == DriftPolicy::RefuseAll && before.is_some_and(|before| !capture.is(before))
            {
                return None;
            }
            let bound = |tool| Bound { name: Name::Tool { server, alias, tool }, tool, capture };
            let admits = |tool: &usize| before.is_none_or(|before| capture.agrees(before, *tool));
            let (admitted, refused): (Vec<_>, Vec<_>) = capture.tools().partition(admits);
            if !admitted.is_empty() {
                let Server { is_configured, known, .. } = self.servers[server];
                let whole = policy != DriftPolicy::QuarantineTool;
                if !is_configured || whole && known.is_some_and(|known| !capture.is(known)) {
                    return None;
                }
            }
            // The first tool is the one that contracts stand for.
            let reached = plan.contract == Some(server) && admitted.first() == Some(&0);
            target = target.or(reached.then(|| Bound { name: Name::Contract(server), ..bound(0) }));
            toolbox.tools.extend(admitted.into_iter().map(bound));
            toolbox.refused.extend(refused.into_iter().map(bound));
        }
        let names: BTreeSet<Name> = toolbox.tools.iter().map(|bound| bound.name).collect();
        let is_whole = names.len() == toolbox.tools.len();
        toolbox.tools.extend(target);
        let has_target = plan.contract.is_none() || target.is_some();
        (is_whole && has_target && !plan.is_broken).then_some(toolbox)
    }

    fn program(&self, toolbox: &Rc<Box>) -> Caller {
        let view = toolbox.tools.iter().map(|bound| bound.name).collect();
        let allowed = vec![toolbox.allowed];
        Caller { toolbox: toolbox.clone(), view, allowed, promoted: None, is_served: false }
    }

    fn converse(&self, from: From, allowed: Allowed, is_served: bool) -> Option<Caller> {
        let mut caller = match from {
            From::Toolbox(at) => self.program(self.toolboxes[at].as_ref()?),
            From::Session(at) => self.sessions[at].clone().filter(|parent| !parent.is_served)?,
        };
        caller.allowed.push(allowed);
        let permissions = caller.allowed.clone();
        caller.view.retain(|name| self.allows(&permissions, *name));
        Some(Caller { promoted: Some(BTreeSet::new()), is_served, ..caller })
    }

    fn caller(&self, road: Road, name: Name) -> Option<(Caller, Name)> {
        match road {
            Road::Session(at) => Some((self.sessions[at].clone()?, name)),
            Road::Toolbox(at) => Some((self.program(self.toolboxes[at].as_ref()?), name)),
            Road::Service(at) => self.services[at].clone(),
        }
    }

    fn promote(&mut self, session: usize, name: Name, way: Way) {
        let Some(caller) = &self.sessions[session] else { return };
        let counts = match way {
            Way::Search => self.allows(&caller.allowed, name),
            // The history of a served session is the client's own.
            Way::History => !caller.is_served,
            Way::Foreign | Way::Forged | Way::Written => false,
        };
        if counts && caller.view.contains(&name) {
            let caller = self.sessions[session].as_mut();
            caller.and_then(|caller| caller.promoted.as_mut()).map(|all| all.insert(name));
        }
    }

    fn step(&mut self, step: &Step) -> Expected {
        match step {
            Step::Build { at, plan } => {
                let built = self.build(plan);
                let is_built = built.is_some();
                if let Some(built) = built {
                    self.toolboxes[*at] = Some(Rc::new(built));
                }
                return Expected::Built(is_built);
            }
            Step::DropToolbox(at) => self.toolboxes[*at] = None,
            Step::Converse { at, from, allowed, is_served } => {
                self.sessions[*at] = self.converse(*from, *allowed, *is_served);
            }
            Step::DropSession(at) => self.sessions[*at] = None,
            Step::Service { at, toolbox, name } => {
                let caller = self.toolboxes[*toolbox].as_ref().map(|toolbox| self.program(toolbox));
                let may = |caller: &Caller| {
                    caller.view.contains(name) && self.allows(&caller.allowed, *name)
                };
                self.services[*at] = caller.filter(may).map(|caller| (caller, *name));
                return Expected::Built(self.services[*at].is_some());
            }
            Step::Change { server, variant, is_announced } => {
                self.servers[*server].now = *variant;
                if *is_announced {
                    self.servers[*server].known = None;
                }
            }
            Step::Crash(server) => self.lose(*server),
            Step::Down { server, is_down } => {
                self.servers[*server].is_up = !is_down;
                self.lose(*server);
            }
            Step::Configure { server, entry } => {
                let configured = &mut self.servers[*server].is_configured;
                let (was, is) = (*configured, !matches!(entry, Entry::Disabled));
                *configured = is;
                if !was || !is || matches!(entry, Entry::Edited) {
                    self.lose(*server);
                }
            }
            Step::Look(Look::Manifests) => drop(self.manifests()),
            Step::Look(Look::Listing(_)) => {}
            Step::Look(Look::WarmUp(server)) => drop(self.listed(*server)),
            Step::Look(Look::Bind(_)) => {}
            Step::Switch(on) => self.switch = *on,
            Step::Promote { session, name, way } => self.promote(*session, *name, *way),
            Step::Call { road, name } => {
                let Some((caller, name)) = self.caller(*road, *name) else {
                    return Expected::Nothing;
                };
                return match self.call(&caller, name) {
                    Ok((server, tool)) => Expected::Arrives { server, tool },
                    Err(why) => Expected::Refused(why),
                };
            }
        }
        Expected::Nothing
    }
}

// Which programs are tried.
impl World {
    /// Names that this caller is likely to have.
    fn names(&self, road: Road) -> Vec<Name> {
        let Some((caller, name)) = self.caller(road, Name::Ghost) else { return vec![] };
        let promoted = caller.promoted.as_ref().filter(|promoted| !promoted.is_empty());
        let refused = caller.toolbox.refused.iter().map(|bound| bound.name);
        match road {
            Road::Service(_) => vec![name],
            _ => promoted.unwrap_or(&caller.view).iter().copied().chain(refused).collect(),
        }
    }

    fn roads(&self) -> Vec<Road> {
        let at = |is: bool, road: Road| is.then_some(road);
        let sessions = (0..SESSIONS).map(|i| at(self.sessions[i].is_some(), Road::Session(i)));
        let boxes = (0..BOXES).map(|i| at(self.toolboxes[i].is_some(), Road::Toolbox(i)));
        let services = (0..SERVICES).map(|i| at(self.services[i].is_some(), Road::Service(i)));
        sessions.chain(boxes).chain(services).flatten().collect()
    }

    fn promotable(&self) -> Vec<(usize, Name)> {
        let of = |at: usize| {
            let view = self.sessions[at].iter().flat_map(|caller| caller.view.iter());
            view.map(move |name| (at, *name))
        };
        (0..SESSIONS).flat_map(of).collect()
    }

    /// A look at a server that has announced a change, which nobody has listed yet.
    fn stale_looks(&self) -> Option<BoxedStrategy<Step>> {
        let is_stale = |server: &Server| server.greeted.is_some() && server.known.is_none();
        let stale: Vec<usize> = (0..SERVERS).filter(|&at| is_stale(&self.servers[at])).collect();
        let look = |server| Step::Look(Look::Listing(server));
        (!stale.is_empty()).then(|| select(stale).prop_map(look).boxed())
    }

    fn upheavals(&self) -> BoxedStrategy<Step> {
        let server = 0..SERVERS;
        // A server that goes on listing the usual thing is what most calls need.
        let variant = prop_oneof![3 => Just(0), 2 => 0..VARIANTS];
        let change =
            (server.clone(), variant, any::<bool>()).prop_map(|(server, variant, is_announced)| {
                Step::Change { server, variant, is_announced }
            });
        let entry = select(vec![Entry::Disabled, Entry::Enabled, Entry::Enabled, Entry::Edited]);
        let configure =
            (server.clone(), entry).prop_map(|(server, entry)| Step::Configure { server, entry });
        let look = prop_oneof![
            1 => Just(Look::Manifests),
            3 => server.clone().prop_map(Look::Listing),
            1 => server.clone().prop_map(Look::WarmUp),
            1 => capture().prop_map(Look::Bind),
        ];
        let down = (server.clone(), prop::bool::weighted(0.3))
            .prop_map(|(server, is_down)| Step::Down { server, is_down });
        prop_oneof![
            4 => change,
            2 => server.prop_map(Step::Crash),
            if self.are_processes { 0 } else { 2 } => down,
            2 => configure,
            4 => look.prop_map(Step::Look),
            2 => prop::bool::weighted(0.8).prop_map(Step::Switch),
            1 => (0..BOXES).prop_map(Step::DropToolbox),
            1 => (0..SESSIONS).prop_map(Step::DropSession),
        ]
        .boxed()
    }
}

fn any_name() -> impl Strategy<Value = Name> {
    let tool = (0..SERVERS, any::<bool>(), 0..TOOLS.len())
        .prop_map(|(server, alias, tool)| Name::Tool { server, alias, tool });
    prop_oneof![4 => tool, 1 => (0..SERVERS).prop_map(Name::Contract), 1 => Just(Name::Ghost)]
}

fn capture() -> impl Strategy<Value = Capture> {
    const POLICIES: [DriftPolicy; 3] =
        [DriftPolicy::RefuseAll, DriftPolicy::QuarantineServer, DriftPolicy::QuarantineTool];
    let variant = prop_oneof![2 => Just(0), 1 => 0..VARIANTS];
    let parts = (0..SERVERS, variant, any::<bool>(), select(&POLICIES[..]), any::<bool>());
    parts.prop_map(|(server, variant, alias, policy, verified)| Capture {
        server,
        variant,
        alias,
        policy,
        verified,
    })
}

fn allowed() -> impl Strategy<Value = Allowed> {
    let server = || (0..SERVERS, any::<bool>());
    prop_oneof![
        6 => Just(Allowed::All),
        1 => server().prop_map(|(server, alias)| Allowed::NotServer(server, alias)),
        1 => server().prop_map(|(server, alias)| Allowed::OnlyServer(server, alias)),
        1 => any_name().prop_map(Allowed::Not),
        2 => Just(Allowed::Switch),
    ]
}

fn plan() -> impl Strategy<Value = Plan> {
    let captures = prop::collection::vec(capture(), 1..=3);
    let contract = prop::option::weighted(0.3, 0..SERVERS);
    (captures, allowed(), contract, prop::bool::weighted(0.2), prop::bool::weighted(0.15)).prop_map(
        |(captures, allowed, contract, is_bridge, is_broken)| Plan {
            captures,
            allowed,
            contract,
            is_bridge,
            is_broken,
        },
    )
}

fn converse() -> impl Strategy<Value = Step> {
    let from = prop_oneof![
        3 => (0..BOXES).prop_map(From::Toolbox),
        1 => (0..SESSIONS).prop_map(From::Session),
    ];
    (0..SESSIONS, from, allowed(), prop::bool::weighted(0.2)).prop_map(
        |(at, from, allowed, is_served)| {
            // The definition of an agent is text: it has no switch.
            let allowed = match (from, allowed) {
                (From::Session(_), Allowed::Switch) => Allowed::All,
                (_, allowed) => allowed,
            };
            Step::Converse { at, from, allowed, is_served }
        },
    )
}

impl ReferenceStateMachine for World {
    type State = Self;
    type Transition = Step;

    fn init_state() -> BoxedStrategy<Self> {
        Just(Self::new(false)).boxed()
    }

    fn transitions(world: &Self) -> BoxedStrategy<Step> {
        let build = || (0..BOXES, plan()).prop_map(|(at, plan)| Step::Build { at, plan });
        let service = (0..SERVICES, 0..BOXES, any_name())
            .prop_map(|(at, toolbox, name)| Step::Service { at, toolbox, name });
        let (roads, promotable) = (world.roads(), world.promotable());
        if roads.is_empty() {
            return prop_oneof![4 => build(), 1 => world.upheavals()].boxed();
        }
        let known = roads.iter().flat_map(|road| {
            world.names(*road).into_iter().map(|name| Step::Call { road: *road, name })
        });
        let known: Vec<Step> = known.collect();
        let known = match known.is_empty() {
            true => build().boxed(),
            false => select(known).boxed(),
        };
        let stray = (select(roads), any_name()).prop_map(|(road, name)| Step::Call { road, name });
        const WAYS: [Way; 6] =
            [Way::Search, Way::Search, Way::History, Way::Foreign, Way::Forged, Way::Written];
        let promote = match promotable.is_empty() {
            true => build().boxed(),
            false => (select(promotable), select(&WAYS[..]))
                .prop_map(|((session, name), way)| Step::Promote { session, name, way })
                .boxed(),
        };
        prop_oneof![
            36 => known,
            3 => stray,
            12 => promote,
            3 => build(),
            5 => converse(),
            2 => service,
            14 => world.upheavals(),
            8 => world.stale_looks().unwrap_or_else(|| world.upheavals()),
        ]
        .boxed()
    }

    fn apply(mut world: Self, step: &Step) -> Self {
        world.expected = world.step(step);
        world
    }
}

/// The same programs with servers that are processes.
pub(crate) struct Processes;

impl ReferenceStateMachine for Processes {
    type State = World;
    type Transition = Step;

    fn init_state() -> BoxedStrategy<World> {
        Just(World::new(true)).boxed()
    }

    fn transitions(world: &World) -> BoxedStrategy<Step> {
        World::transitions(world)
    }

    fn apply(world: World, step: &Step) -> World {
        World::apply(world, step)
    }
}
