/** How much of everything is tried. */
export type Measure = { seeds: number; kills: number; races: number; subscribers: number }

/** More than half an hour on a machine that does nothing else. */
export const USUAL: Measure = { seeds: 6, kills: 100, races: 100, subscribers: 2_000 }
/** An hour and a half. */
export const LONG: Measure = { seeds: 20, kills: 400, races: 400, subscribers: 2_000 }

/** A promise for when something breaks: the tests, each by its file and a part of its title, and programs, that prove it. */
export type FaultRow = {
  what: string
  /** The promise. */
  holds: string
  tried(measure: Measure): string
  /** What of it is played rather than real. */
  played?: string
  tests: (readonly [file: string, title: string])[]
  program?: (measure: Measure) => string[]
  /** What must be installed besides Node, by its command. */
  needs?: string[]
}

const SEATS = "src/features/classes/server/races.test.ts"
const HISTORY = "tests/faults/history.test.ts"
const WORKER = "tests/faults/worker-killed.test.ts"
const FORSAKEN = "tests/faults/forsaken.test.ts"
const OUTAGES = "tests/faults/outages.test.ts"
const REGISTER = "tests/faults/register.test.ts"
const CLASS_END = "src/features/attendance/server/class-end.test.ts"
const GATEWAY = "src/features/attendance/server/gateway-outage.test.ts"
const SENDING = "src/features/notifications/server/sending.test.ts"
const WEBHOOK = "src/features/rooms/server/webhook.test.ts"
const FULL = "src/features/recordings/server/disk-full.test.ts"
const PLAN = "src/features/attendance/presence-plan.test.ts"
const POSTGRES = "src/platform/postgres/recovery.test.ts"
const INSTALL = "src/platform/video/installer/install.test.ts"
const SILENT = "tests/faults/silent-network.test.ts"
const PROMOTION = "tests/faults/promotion.test.ts"
const MANY = "tests/faults/many.test.ts"
const NODES = "tests/faults/two-nodes.test.ts"
const SILENT_JOBS = "tests/faults/silent-jobs.test.ts"
const BACKUP = "tests/backup.test.ts"
const DAMAGE = "tests/backup-damage.test.ts"
const DISK = "tests/backup-disk.test.ts"
const DISKS = "tests/failing-disks.test.ts"
const SALE_KILLED = "tests/faults/sale-killed.test.ts"
const BUYING = "src/features/payments/server/faults.test.ts"
const REFUNDING = "src/features/payments/server/refunding/faults.test.ts"
const REFUNDS = "src/features/payments/server/refunding/refunding.test.ts"
const COACH_SYNC = "src/features/attendance/server/hall/sync.test.ts"
const COACH_STATE = "src/features/attendance/web/hall/register-state.test.ts"
const UPI = "src/features/payments/server/upi/upi.test.ts"
const SELLING = "src/features/payments/server/selling.test.ts"

export const FAULT_ROWS: FaultRow[] = [
  {
    what: "200 enrol at once for 50 seats, from two processes; demo requests, answers and leaving race as well",
    holds: "exactly 50 each time, and never a seat too many, lost or doubled",
    tried: ({ races, seeds }) =>
      `${races} races, ${seeds} random histories of enrolments, lines, requests and answers`,
    tests: [
      [SEATS, "200 students race for 50 seats"],
      [SEATS, "requests race for kept seats"],
      [HISTORY, "whatever many people do at once"],
    ],
  },
  {
    what: "kill -9 of the process or of PostgreSQL while people enrol",
    holds: "nothing acknowledged lost, nothing doubled, serving within 5 s of the database",
    tried: ({ kills, seeds }) => `${kills} kills of the product, ${seeds} of two racing processes`,
    tests: [
      [OUTAGES, "kill -9 of the process or of PostgreSQL"],
      [HISTORY, "processes killed without a word"],
      ["src/platform/database/lost-connections.test.ts", "however often the database refuses"],
    ],
  },
  {
    what: "kill -9 of the worker at each step of class end",
    holds: "no parent texted twice; every notice sent, failed or unknown, unknown ones listed",
    tried: () =>
      "100 absentees: a worker process killed at 6 moments, and cut off between any two transactions",
    played:
      "a gateway of our own that speaks MSG91's protocol; cutting off between transactions is an exception",
    tests: [
      [WORKER, "a worker process that is killed at each step"],
      [CLASS_END, "workers killed at every step"],
      [SENDING, "a worker killed at any step"],
      [SENDING, "whose job was lost with its worker"],
    ],
  },
  {
    what: "SMS gateway slow, failing or down for an hour",
    holds: "class end unaffected; nothing lost; retries bounded and visible",
    tried: () => "each mood for an hour, and a real outage of all providers until the second try",
    played:
      "the hour: its clock is moved by hand; the gateways are ours and speak MSG91's and Twilio's protocols",
    tests: [
      [FORSAKEN, "once all are back what waited leaves once"],
      [GATEWAY, "for an hour keeps no class from ending"],
      [GATEWAY, "never answers for an hour"],
      [GATEWAY, "an outage that outlasts every try"],
    ],
  },
  {
    what: "webhooks repeated, reordered, forged, lost for 60 s",
    holds: "one effect, forged ones refused, the register true within 30 s",
    tried: ({ seeds }) => `${Math.max(3, seeds)} networks, one of them silent for each three`,
    tests: [
      [REGISTER, "on networks that lose, double, delay and forge"],
      [REGISTER, "no webhook for a minute around it"],
      [WEBHOOK, "delivered ten times"],
      [WEBHOOK, "signed with another secret"],
      [PLAN, "all of it doubled and shuffled"],
    ],
  },
  {
    what: "video server killed and restarted; a student's network gone for a minute",
    holds: "everyone is back in the room, role and state restored",
    tried: () => "once each, in a class that runs",
    tests: [
      ["src/features/rooms/server/moderation.test.ts", "after the video server was killed"],
      ["src/features/rooms/server/poller.test.ts", "after a restart of the video server"],
      ["src/platform/video/supervisor.test.ts", "a killed video server is started again"],
      ["src/platform/video/supervisor.test.ts", "a video server that hangs is killed"],
    ],
    program: () => ["tests/faults/network-cut.ts"],
  },
  {
    what: "recorder offline, its browser killed or hidden, the server killed amid an upload",
    holds: "at most 2 s lost; resumes from its offset; never stuck in recording",
    tried: () => "once each, in a real browser",
    tests: [
      // The recordings' journey continues from one of these to the next.
      ["e2e/recordings.spec.ts", "a class is recorded by itself"],
      ["e2e/recordings.spec.ts", "a tab that is killed loses nothing"],
      ["e2e/recordings.spec.ts", "a network that is gone for a while"],
      ["e2e/recordings-hidden.spec.ts", "goes on while its tab is hidden"],
      ["e2e/recordings-cut.spec.ts", "an instructor without network for a minute"],
      ["src/features/recordings/server/processing.test.ts", "what arrived of an abandoned recording"],
    ],
    // In the headless build every tab stays visible.
    needs: ["chromium"],
  },
  {
    what: "disk full",
    holds: "507 with a clear message; other routes serve; resumes when freed",
    tried: () => "the server's and a device's, on a disk of its own",
    tests: [
      [FULL, "a full disk is told as such"],
      [FULL, "a recording that finds no room is played"],
      [FULL, "where not even an empty file finds room"],
      ["e2e/recordings-full.spec.ts", "a server and a device that run full"],
    ],
  },
  {
    what: "rolling restart of two web processes and a worker",
    holds: "no failed request, no missed event",
    tried: ({ subscribers }) => `${subscribers} subscribers, 6 people reading and writing`,
    tests: [
      ["tests/stopping.test.ts", "a process told to stop says so"],
      ["tests/stopping.test.ts", "a process stopped in the middle of requests"],
      ["tests/stopping.test.ts", "a process that may take its time"],
    ],
    program: ({ subscribers }) => ["tests/faults/rolling.ts", String(subscribers)],
    needs: ["redis-server", "nginx"],
  },
  {
    what: "mail, SMS, object store and workers all down",
    holds: "joining a class works; what waited leaves by itself, each message once",
    tried: () => "once, all of them; then the worker back before the others",
    tests: [[FORSAKEN, "with mail, texts, the store and every worker away"]],
  },
  {
    what: "viewers in 8 time zones, clock skew, a zone with DST",
    holds: "no wrong live state",
    tried: () => "8 zones, 20 minutes of skew",
    tests: [
      ["src/features/classes/server/calendar.test.ts", "in eight zones another calendar"],
      ["src/features/classes/server/schedule/series.test.ts", "in a zone with clock changes"],
      [PLAN, "clocks 5 s apart"],
      ["e2e/scheduling.spec.ts", "a browser's wrong clock or far zone"],
    ],
  },
  {
    what: "restore from backup",
    holds:
      "row hashes and every file equal, no orphaned files; damage named; from every schema; resumed when killed; no parent told twice",
    tried: ({ seeds }) =>
      `${150 * seeds} flips, ${50 * seeds} cuts, ${2 * seeds} kills; every schema backed up with rows in all tables, ${seeds > 6 ? "all" : "two"} upgraded and restored`,
    tests: [
      [BACKUP, "one archive restores rows, files and keys"],
      [BACKUP, "verifying names changed tables"],
      [DAMAGE, "a byte changed or a cut anywhere"],
      [DAMAGE, "an entry that is missing, added"],
      ["tests/backup-killed.test.ts", "a restore killed at any step"],
      ["tests/backup-killed.test.ts", "nothing starts"],
      ["tests/backup-schemas.test.ts", "schemas of every age"],
      [DISK, "no room for a backup"],
      ["tests/restored-copy.test.ts", "a restored copy holds whatever the original sends"],
      [BACKUP, "an upgrade backs up first"],
    ],
  },
  {
    what: "stale locks after kill -9, a taken port, half a download of the video server",
    holds: "the next start repairs, or says exactly what to do",
    tried: () => "once each, and twenty at once",
    tests: [
      [POSTGRES, "a PostgreSQL that is killed"],
      [POSTGRES, "a first start that was killed halfway"],
      ["src/platform/postgres/supervisor.test.ts", "a remembered port that is taken"],
      ["src/platform/data-folder.test.ts", "the folder of a killed process is taken over"],
      ["src/platform/data-folder.test.ts", "of twenty that find the folder"],
      ["src/platform/data-folder.test.ts", "of three with a slow disk that find the folder"],
      ["src/platform/video/supervisor.test.ts", "left behind by a killed process"],
      [INSTALL, "a download that breaks off halfway"],
      [INSTALL, "what a killed earlier try left behind"],
    ],
  },
  {
    what: "packets swallowed between the product and what it needs",
    holds: "requests answered within 10 s, /readyz tells, all back within 10 s of the network, nothing deaf",
    tried: () => "connections that go on and that are forgotten",
    tests: [
      [SILENT, "a database from which nothing comes any more"],
      [SILENT, "connections that a router forgot"],
      [SILENT, "a store, a mail server, a text gateway"],
    ],
  },
  {
    what: "packets to the database swallowed while jobs work and wait",
    holds:
      "none lost; what was done stays done and runs once; what was handed out meanwhile runs again within a minute; work goes on within 10 s of the network",
    tried: () => "60 jobs, four at a time, and one that is asked for after",
    played: "15 s without a sign of life, which are put back in the database",
    tests: [[SILENT_JOBS, "jobs at work and waiting while the database is silent"]],
  },
  {
    what: "kill -9 of PostgreSQL while people write, and a streaming replica that takes over",
    holds:
      "nothing acknowledged lost where writes wait for the replica; clear 503s meanwhile; writes, live updates and jobs go on by themselves once it is promoted and has the address",
    tried: () =>
      "a replica that waits, one that is 2 s behind, and one that has the address before it takes writes, each under seats, marks and a class that ends",
    played: "the address moves by a relay in the test; the network between the two drops packets there",
    tests: [
      [PROMOTION, "a primary killed amid writes loses nothing"],
      [PROMOTION, "a replica that doesn't keep up"],
      [PROMOTION, "an address that leads to a replica before it is promoted"],
      ["src/platform/database/lost-connections.test.ts", "a server that takes no writes any more"],
      ["src/platform/database/database-start.test.ts", "a start waits for a replica to be promoted"],
      ["src/features/admin/server/settings.test.ts", "a change that can't be read at once"],
    ],
    needs: ["pg_basebackup"],
  },
  {
    what: "five web processes and three workers that start at the same moment on an empty database",
    holds:
      "migrated and seeded once; each job runs once; a setting and an event are in every process within 5 s; no more connections than promised",
    tried: () => "once: six classes ended twice by two processes each, 120 texts, and every pool filled",
    tests: [[MANY, "eight processes that start at once"]],
  },
  {
    what: "a database that stops under open pages",
    holds:
      "a 503 page or a toast in the reader's language, nothing typed is lost, all goes on once it is back",
    tried: () => "pages, a form and a link, in English and Hindi",
    tests: [["e2e/outage.spec.ts", "a database that stops is told"]],
  },
  {
    what: "a full disk under log, database, spool and backup; a disk that can only be read any more",
    holds: "507 or 503, no exit, nothing half-written, on again with the disk",
    tried: () => "each on a small disk of its own, which is filled, or breaks with its files open",
    tests: [
      [DISKS, "an import that finds no room"],
      [DISKS, "a database, a spool and a log whose disk can only be read"],
      ["src/platform/log/log-file.test.ts", "a log on a full disk"],
      ["src/platform/log/log-file.test.ts", "a process whose log goes to"],
      ["src/platform/postgres/full-disk.test.ts", "a PostgreSQL whose disk runs full"],
      [FULL, "a full disk is told as such"],
      ["tests/backup-disk.test.ts", "no room for a backup leaves no file"],
    ],
  },
  {
    what: "a start without its database, with a wrong one or on a disk that can only be read; a command that loses it",
    holds: "waits and says so, or says in a sentence what is wrong",
    tried: () => "once each",
    tests: [
      [DISKS, "a start on a folder that can only be read"],
      [DISKS, "a command that loses its database"],
      ["src/platform/database/database-start.test.ts", "a start waits for a database"],
      ["src/platform/database/database-start.test.ts", "a wrong name, role or password"],
    ],
  },
  {
    what: "behind the proxy as deploy/ sets it up",
    holds: "pages, events as they happen, pieces of recordings and signalling pass by https",
    tried: () => "once, where there is Caddy",
    tests: [["tests/faults/behind-caddy.test.ts", "behind Caddy as deploy/ sets it up"]],
  },
  {
    what: "a participant crashes, a teacher's power fails, video nodes die",
    holds:
      "presence ends at the last sign of life, nobody is absent who could not be present, other rooms are untouched",
    tried: () =>
      "a device killed and one silent in a class beside others, at most 5 s off; 16 of 21 rooms dead; classes of every kind by property tests",
    tests: [
      [REGISTER, "with devices that die"],
      ["src/features/rooms/server/watch/slow-node.test.ts", "rooms on dead and slow nodes"],
      ["src/features/attendance/possible.test.ts", "power fails at minute 5 of 60"],
    ],
  },
  {
    what: "two video nodes that share a Redis, of which one is killed or told to stop in class",
    holds:
      "everyone is back within 15 s without joining again, or notices nothing; nobody who stayed is absent, and nobody who left meanwhile is present",
    tried: () => "once each: a class of four, one of whom leaves while the node is dead, and one comes after",
    played: "a balancer in front of the nodes is a relay in the test",
    tests: [
      [NODES, "a video node that is killed in class"],
      [NODES, "a video node that is told to stop"],
      ["src/features/rooms/presence-plan.test.ts", "people on the list are doubted"],
    ],
    needs: ["redis-server", "redis-cli"],
  },
  {
    what: "kill -9 of the worker while an import is undone",
    holds: "it goes on where it stopped; nothing of the import is left over, undone twice or told twice",
    tried: () => "a worker process killed amid the students, and cut off after each transaction",
    played: "cutting off between transactions is an exception",
    tests: [
      [WORKER, "a worker process that is killed amid undoing an import"],
      ["src/features/admin/server/undo-import.test.ts", "an undo that is killed goes on where it stopped"],
    ],
  },
  {
    what: "buying while webhooks are lost, doubled, reordered, forged and days late, in two tabs and by two guardians, at a provider that is slow, down or busy, by a process that dies at any step",
    holds:
      "books sum to zero, captured money is fulfilled or went back, nobody paid twice for one thing or for nothing",
    tried: ({ seeds }) =>
      `${5 * seeds} random histories of up to 24 happenings for two buyers and two programs`,
    played:
      "the provider is our gateway with Razorpay's wire protocol; dying after a transaction or an answer of the provider is an exception",
    tests: [
      [BUYING, "whatever happens in any order"],
      [SELLING, "many presses at once"],
      [SELLING, "a press that waits while the same purchase is fulfilled"],
      [SELLING, "without any webhook"],
      [SELLING, "a late authorisation is captured"],
      [SELLING, "what is forged is refused"],
      [SELLING, "an order is kept while the provider is away"],
      [SELLING, "a refund is asked for once"],
      ["tests/selling.test.ts", "over HTTP a program is reviewed"],
    ],
  },
  {
    what: "a coach's phone in flight mode that is killed, sends late, twice or in another order than another phone, or has a clock off by a day",
    holds: "every mark arrives once, and the register is the same in any order",
    tried: () => "12 orders of five batches of two phones with repetitions, and one phone killed once",
    tests: [
      [COACH_SYNC, "batches of two coaches in any order"],
      [COACH_SYNC, "an id counts once"],
      [COACH_SYNC, "refused alone with its reason"],
      [COACH_STATE, "a clock set back by a day"],
      [COACH_STATE, "an answer takes messages out of the queue"],
      ["e2e/hall.spec.ts", "takes a register in flight mode"],
    ],
  },
  {
    what: "transfers by UPI that several payers claim, several of the office decide about, or several imports of one statement find at the same moment; wrong amounts, mistyped references and hostile statements",
    holds:
      "a reference counts once, an order is paid once by its exact amount, and the bank's books have what arrived",
    tried: () => "30 races of three, and each kind of wrong transfer",
    tests: [
      [UPI, "of two who enter one reference"],
      [UPI, "two of the office who approve"],
      [UPI, "two imports of one statement"],
      [UPI, "a second import changes nothing"],
      [UPI, "another amount than the order's"],
      [UPI, "neither ended nor replaced"],
      [UPI, "a hostile or huge statement"],
    ],
  },
  {
    what: "kill -9 of the product, the payment gateway or PostgreSQL at each moment from order to refund",
    holds:
      "books sum to zero, captured money is fulfilled or goes back, each bill has its number once, nobody is charged twice",
    tried: ({ kills }) =>
      `${Math.ceil(kills * 0.36)} kills, each of the three at twelve moments: order, its answer, payment, report, enrolment, invoice, mail, refund, credit note, request, answer, report`,
    played:
      "the provider is our gateway process with Razorpay's wire protocol; minutes until it is asked are put back",
    tests: [[SALE_KILLED, "kill -9 of the product, its gateway or PostgreSQL"]],
  },
  {
    what: "refunds while webhooks are lost, doubled, reordered and forged, pressed in several tabs, at a provider that is slow, down or busy, by a process that dies at any step before the credit note",
    holds:
      "the provider gave back what we say it did, each refund once; books sum to zero, credit notes are whole and their numbers consecutive",
    tried: ({ seeds }) =>
      `${5 * seeds} random histories of up to 20 happenings for two payments, with refunds of equal amounts`,
    played:
      "the provider is our gateway with Razorpay's wire protocol; dying after a transaction or an answer of the provider is an exception",
    tests: [
      [REFUNDING, "whatever happens between asking for a refund"],
      [SELLING, "a refund is asked for once"],
      [REFUNDS, "of two equal refunds"],
    ],
  },
]
