import { resolve } from "node:path"
import { z } from "zod"
import {
  CENTRES_HINT,
  DATES_HINT,
  PINS_HINT,
  readCentres,
  readDates,
  readPins,
} from "#shared/shop-settings.ts"
import { isUpiId, LONGEST_PAYEE } from "#shared/upi.ts"
import { jitsiProblems } from "./video/jitsi-settings.ts"

const flag = z.enum(["true", "false"]).transform((value) => value === "true")

const port = z.coerce.number().int().min(1).max(65_535)

function readList(list: string): string[] {
  return list
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean)
}

/** Two lines of an invoice. */
export const LONGEST_BANK_DETAILS = 200

/** The name of a template at Meta. */
const templateName = z.string().regex(/^[a-z\d_]+$/, "lower case, digits and _, as at Meta")

const Variables = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("production"),
  PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** The address of this machine to listen on: of one of its networks, of this machine only, or of all. */
  BIND_ADDRESS: z
    .union([z.ipv4(), z.ipv6()], "give an IP address of this machine, such as 127.0.0.1")
    .optional(),
  /** How many processes answer requests; as many as the machine serves well unless given. 1 does all in one. */
  WEB_PROCESSES: z.coerce.number().int().min(1).max(64).optional(),
  /** The public address. Its presence turns trial mode into production mode. */
  APP_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Signs sessions. Made and kept in the data folder in a trial. */
  AUTH_SECRET: z.string().min(32).optional(),
  /** Earlier secrets, the newest first, separated by commas: they decrypt what was sealed under them. */
  AUTH_SECRETS_OLD: z
    .string()
    .transform(readList)
    .refine((list) => list.every((one) => one.length >= 32), "each has at least 32 characters")
    .optional(),
  KAKSHA_DATA: z.string().min(1).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** How many trusted proxies are in front; their X-Forwarded-For is used. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  /** Sign-in with Google, or with another OpenID Connect provider that the issuer names. */
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_ISSUER: z.url({ protocol: /^https?$/ }).default("https://accounts.google.com"),
  /** Who runs live rooms: LiveKit, with the product or by LIVEKIT_URL, unless it is Jitsi. See docs/video.md. */
  VIDEO_PROVIDER: z.enum(["livekit", "jitsi"]).optional(),
  JITSI_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^[a-z\d-]+(\.[a-z\d-]+)*(:\d{1,5})?$/, "a host such as meet.academy.example, without https://")
    .optional(),
  /** For tokens: of JaaS, or as a Prosody of the academy's own has it beside its secret. */
  JITSI_APP_ID: z
    .string()
    .regex(/^[\w.-]+$/, "letters, digits, _, . and - only")
    .optional(),
  JITSI_APP_SECRET: z.string().min(32).optional(),
  /** Of JaaS: the key's id there, and the key in PEM. */
  JITSI_KEY_ID: z.string().min(1).optional(),
  JITSI_PRIVATE_KEY: z.string().min(1).optional(),
  /** Instructors may record and stream with Jitsi, which includes everybody. */
  JITSI_RECORDING: flag.optional(),
  LIVEKIT_URL: z.url({ protocol: /^wss?$/ }).optional(),
  LIVEKIT_API_KEY: z.string().min(1).optional(),
  LIVEKIT_API_SECRET: z.string().min(32).optional(),
  /** Our own video server for other machines: the address to which browsers send media. See docs/video.md. */
  VIDEO_NODE_IP: z.ipv4().optional(),
  /** Where browsers reach its signalling, through a proxy that does TLS. */
  VIDEO_PUBLIC_URL: z.url({ protocol: /^wss?$/ }).optional(),
  /** Addresses beside this machine's own on which it listens for signalling, separated by commas. */
  VIDEO_BIND_ADDRESSES: z.string().transform(readList).optional(),
  VIDEO_PORT: port.optional(),
  VIDEO_TCP_PORT: port.optional(),
  VIDEO_UDP_PORT: port.optional(),
  /** TURN, for networks that block everything but TLS. */
  TURN_DOMAIN: z
    .string()
    .regex(/^[a-z\d-]+(\.[a-z\d-]+)+$/i, "not a domain name")
    .optional(),
  TURN_TLS_PORT: port.default(5_349),
  TURN_UDP_PORT: port.default(3_478),
  TURN_CERT_FILE: z.string().min(1).optional(),
  TURN_KEY_FILE: z.string().min(1).optional(),
  /** A bucket of an S3 store. Without it files are in the data folder. */
  S3_BUCKET: z.string().min(1).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().min(1).default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** Where browsers reach the store, when it is not the endpoint. */
  S3_PUBLIC_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** The mail server. Without it a trial keeps mails in its outbox, and in production none leave. */
  SMTP_HOST: z.string().min(1).optional(),
  SMTP_PORT: z.coerce.number().int().min(1).max(65_535).default(587),
  /** TLS from the first byte, as on port 465. */
  SMTP_SECURE: flag.optional(),
  SMTP_USER: z.string().min(1).optional(),
  SMTP_PASSWORD: z.string().min(1).optional(),
  /** Such as `Kaksha <hello@kaksha.example>`. */
  MAIL_FROM: z.string().min(3).optional(),
  /** Where messages of the contact form go; the brand's contact e-mail unless set. */
  OFFICE_EMAIL: z.email().optional(),
  SMS_PROVIDER: z.enum(["msg91", "twilio"]).optional(),
  SMS_MSG91_AUTH_KEY: z.string().min(1).optional(),
  SMS_MSG91_SENDER: z.string().min(1).optional(),
  SMS_MSG91_TEMPLATE_ABSENCE: z.string().min(1).optional(),
  /** The template of a correction. Without it corrections fail, visibly to staff. */
  SMS_MSG91_TEMPLATE_CORRECTION: z.string().min(1).optional(),
  /** The template of one-time codes to guardians. */
  SMS_MSG91_TEMPLATE_CODE: z.string().min(1).optional(),
  /** The template of what changed in a class and of reminders. */
  SMS_MSG91_TEMPLATE_CLASS: z.string().min(1).optional(),
  /** Proves MSG91's delivery reports: part of the address entered in their panel, as `?key=`. */
  SMS_MSG91_REPORT_KEY: z.string().min(16).optional(),
  SMS_TWILIO_ACCOUNT_SID: z.string().min(1).optional(),
  SMS_TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
  /** A number in E.164, a sender name, or the sid of a messaging service. */
  SMS_TWILIO_FROM: z.string().min(1).optional(),
  SMS_TWILIO_BASE_URL: z.url().default("https://api.twilio.com"),
  /** Quiet hours, in the institution's wall-clock time. None if both hours are the same. */
  QUIET_FROM_HOUR: z.coerce.number().int().min(0).max(23).default(21),
  QUIET_TO_HOUR: z.coerce.number().int().min(0).max(23).default(9),
  /** What one message costs the academy, in paise; 0 where it did not say. */
  SMS_PRICE_PAISE: z.coerce.number().int().min(0).max(10_000).default(0),
  WHATSAPP_PRICE_PAISE: z.coerce.number().int().min(0).max(10_000).default(0),
  MAIL_PRICE_PAISE: z.coerce.number().int().min(0).max(10_000).default(0),
  /** WhatsApp Business over Meta's Cloud API: the number's id, a token of a system user, the app's secret. */
  WHATSAPP_PHONE_NUMBER_ID: z.string().regex(/^\d+$/, "the id of the number, not the number").optional(),
  WHATSAPP_ACCESS_TOKEN: z.string().min(1).optional(),
  /** Proves Meta's webhooks. */
  WHATSAPP_APP_SECRET: z.string().min(16).optional(),
  /** Entered at Meta beside the address of the webhook. */
  WHATSAPP_VERIFY_TOKEN: z.string().min(8).optional(),
  /** The approved template of what changed in a class and of reminders: its two values are what and when. */
  WHATSAPP_TEMPLATE_CLASS: templateName.optional(),
  /**
   * The approved templates for parents: of an absence, with student, class, time and the link to answer, and of its
   * correction, with student, class and time.
   */
  WHATSAPP_TEMPLATE_ABSENCE: templateName.optional(),
  WHATSAPP_TEMPLATE_CORRECTION: templateName.optional(),
  /** The languages in which they are approved, as Meta names them, separated by commas. */
  WHATSAPP_LANGUAGES: z.string().transform(readList).default(["en"]),
  WHATSAPP_API_VERSION: z
    .string()
    .regex(/^v\d+\.\d$/, "such as v23.0")
    .default("v23.0"),
  WHATSAPP_BASE_URL: z.url().default("https://graph.facebook.com"),
  /** A push service besides those of the browsers. */
  PUSH_SERVICE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_MSG91_BASE_URL: z.url().default("https://control.msg91.com"),
  /** Google Meet for classes: the calendar that meetings are made in, and the service account that makes them. */
  MEET_CALENDAR_ID: z.string().min(1).optional(),
  MEET_SERVICE_ACCOUNT: z.email().optional(),
  MEET_PRIVATE_KEY: z.string().includes("PRIVATE KEY", "not a private key in PEM").optional(),
  MEET_ORGANISER: z.email().optional(),
  MEET_API_URL: z.url().default("https://www.googleapis.com"),
  MEET_TOKEN_URL: z.url().default("https://oauth2.googleapis.com/token"),
  /** Who collects payments: Razorpay, a trial's own gateway, or nobody. By default the gateway in a trial, else nobody. */
  PAYMENT_PROVIDER: z.enum(["razorpay", "trial", "off"]).optional(),
  RAZORPAY_KEY_ID: z
    .string()
    .regex(/^rzp_(test|live)_\w+$/, "starts with rzp_test_ or rzp_live_")
    .optional(),
  RAZORPAY_KEY_SECRET: z.string().min(1).optional(),
  /** Proves Razorpay's webhooks: entered in their panel, and not the secret of the key. */
  RAZORPAY_WEBHOOK_SECRET: z.string().min(16).optional(),
  /** The one before, for a day after it was changed: repeats still carry it. */
  RAZORPAY_WEBHOOK_SECRET_OLD: z.string().min(16).optional(),
  RAZORPAY_BASE_URL: z.url().default("https://api.razorpay.com"),
  /** The academy's own UPI id: without a provider programs are sold by Direct UPI, with one that is a second way. */
  UPI_ID: z
    .string()
    .trim()
    .refine(isUpiId, "is no UPI id such as academy@okbank")
    .or(z.literal(""))
    .default(""),
  /** The name that payers see in their app; the academy's name unless given. */
  UPI_PAYEE: z.string().trim().max(LONGEST_PAYEE).default(""),
  /** Where organisations pay invoices, such as a bank account with its IFSC. */
  BANK_DETAILS: z.string().trim().max(LONGEST_BANK_DETAILS).default(""),
  /** What one admin may refund of an order alone, in rupees; 0 for any amount. */
  REFUND_LIMIT_RUPEES: z.coerce.number().int().min(0).max(10_00_000).default(10_000),
  /** Whether the academy's own shop is open; otherwise the Learning Kit page leads to its order form. */
  SHOP_OPEN: flag.default(false),
  /** PIN codes to which goods are brought, or how they begin: "560, 562110". Empty for none. */
  SHOP_DELIVERY_PINS: z
    .string()
    .refine((typed) => readPins(typed) !== null, PINS_HINT)
    .default(""),
  SHOP_DELIVERY_FEE_RUPEES: z.coerce.number().int().min(0).max(10_000).default(0),
  /** Working days, Monday to Saturday, in the academy's zone. */
  SHOP_DELIVERY_DAYS: z.coerce.number().int().min(1).max(90).default(20),
  SHOP_PICKUP_DAYS: z.coerce.number().int().min(1).max(90).default(20),
  /** Where goods can be fetched: "Jayanagar: 11th Main; Whitefield: Forum Mall". */
  SHOP_CENTRES: z
    .string()
    .refine((typed) => readCentres(typed) !== null, CENTRES_HINT)
    .default(""),
  /** Dates that are no working days, separated by commas. */
  SHOP_HOLIDAYS: z
    .string()
    .refine((typed) => readDates(typed) !== null, DATES_HINT)
    .default(""),
  /** Within how many days after it was handed over a return can be asked for. */
  SHOP_RETURN_DAYS: z.coerce.number().int().min(1).max(60).default(10),
  TIME_ZONE: z.string().default("Asia/Kolkata").refine(isZone, "not a time zone this system knows"),
  /** How long before its start people are reminded of a class by mail and text message, and in the bell. */
  REMINDER_MINUTES: z.coerce.number().int().min(15).max(1_440).default(60),
  REMINDER_SOON_MINUTES: z.coerce.number().int().min(1).max(60).default(10),
  /** How long a seat is kept for a demo request without an answer, in hours. */
  DEMO_HOLD_HOURS: z.coerce.number().int().min(1).max(168).default(24),
  CLASS_GRACE_MINUTES: z.coerce.number().int().min(1).max(120).default(10),
  /** Minutes that make a student present; half the class if that is shorter. */
  ATTENDANCE_MINIMUM_MINUTES: z.coerce.number().int().min(1).max(120).default(10),
  INSTRUCTORS_NEED_APPROVAL: flag.optional(),
  PARENT_NUMBERS_NEED_CONFIRMATION: flag.optional(),
  /** Admins can reach only their account until they sign in with a second step. */
  ADMINS_NEED_TWO_STEP: flag.optional(),
  /** The same for instructors. */
  INSTRUCTORS_NEED_TWO_STEP: flag.default(false),
  /** How long a session of an admin or instructor lasts unused, and at most. */
  STAFF_SESSION_IDLE_HOURS: z.coerce.number().int().min(1).max(168).default(12),
  STAFF_SESSION_DAYS: z.coerce.number().int().min(1).max(30).default(7),
  /** The same for students and guardians. The cookie of a session lasts 30 days unused. */
  SESSION_IDLE_DAYS: z.coerce.number().int().min(1).max(30).default(30),
  SESSION_DAYS: z.coerce.number().int().min(1).max(365).default(180),
  /** Minors join live classes only with their guardian's consent. */
  LIVE_CLASSES_NEED_CONSENT: flag.optional(),
  /** Recordings go into the bin after so many days, and are deleted 30 days later; kept unless set. */
  RECORDING_RETENTION_DAYS: z.coerce.number().int().min(1).max(3_650).optional(),
  /** Voice that the instructor's browser receives counts as presence, where consent is on file. */
  VOICE_EVIDENCE: flag.optional(),
  /** Pictures of students' cameras every 5 to 10 minutes, where consent is on file. */
  SNAPSHOTS: flag.default(false),
  /** How long those pictures are kept. */
  SNAPSHOT_DAYS: z.coerce.number().int().min(1).max(365).default(30),
  /** How long the files of a medical proof are kept after the decision about it: a family may object that long. */
  MEDICAL_PROOF_DAYS: z.coerce.number().int().min(1).max(365).default(30),
  /** How long the chat of a class is kept, in days. */
  CHAT_DAYS: z.coerce.number().int().min(30).max(3_650).default(365),
  /** How long notifications are kept, and copies of mails and texts in the outbox of a trial, in days. */
  NOTIFICATION_DAYS: z.coerce.number().int().min(30).max(3_650).default(180),
  /** How long messages of the contact form are kept. */
  ENQUIRY_DAYS: z.coerce.number().int().min(30).max(3_650).default(730),
  /** A trial that other devices of the local network can reach, by a certificate of its own. */
  LAN: flag.default(false),
  /** The token required to read /metrics; without it only this machine may. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** An OpenTelemetry collector that traces go to, by OTLP over HTTP. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default("kaksha"),
  /** The share of requests that are traced. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /**
   * How long a process that was told to stop still takes requests, in seconds, so that the balancer notices.
   */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(60).default(0),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
})

/** Whether this system knows the time zone. */
/** The names of all variables that configure the product. */
export const VARIABLE_NAMES = Object.keys(Variables.shape)

export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** Lists every problem of the environment at once, so that they can be fixed in one go. */
export class EnvironmentInvalid extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? "a problem" : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`,
    )
    this.name = "EnvironmentInvalid"
    this.problems = problems
  }
}

/**
 * Reads and validates the environment once, at start. Without APP_URL the product is in trial mode: loopback
 * only, demo people, outbox. Throws EnvironmentInvalid.
 */
export function readEnvironment(source: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""))
  const parsed = Variables.safeParse(given)
  if (!parsed.success) {
    throw new EnvironmentInvalid(
      parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`),
    )
  }
  const values = parsed.data
  const trial = values.APP_URL === undefined
  const problems = crossChecks(values, trial)
  if (problems.length > 0) throw new EnvironmentInvalid(problems)
  return withinVideo({
    ...values,
    trial,
    /** The names of the variables that were set, to show where a value comes from. */
    given: Object.keys(given) as readonly string[],
    dataFolder: values.KAKSHA_DATA ? resolve(values.KAKSHA_DATA) : undefined,
    /** Who collects payments besides the academy's own UPI id; null for nobody. */
    paymentProvider: providerOf(values.PAYMENT_PROVIDER, trial),
    instructorsNeedApproval: values.INSTRUCTORS_NEED_APPROVAL ?? !trial,
    parentNumbersNeedConfirmation: values.PARENT_NUMBERS_NEED_CONFIRMATION ?? !trial,
    adminsNeedTwoStep: values.ADMINS_NEED_TWO_STEP ?? !trial,
    voiceEvidence: values.VOICE_EVIDENCE ?? trial,
    liveClassesNeedConsent: values.LIVE_CLASSES_NEED_CONSENT ?? !trial,
  })
}

type OfVideo = {
  VIDEO_PROVIDER?: "livekit" | "jitsi" | undefined
  voiceEvidence: boolean
  SNAPSHOTS: boolean
}

/** Returns the environment without what the video engine can't do: with Jitsi nobody hears or sees single students. */
export function withinVideo<E extends OfVideo>(env: E): E {
  return env.VIDEO_PROVIDER === "jitsi" ? { ...env, voiceEvidence: false, SNAPSHOTS: false } : env
}

export type Environment = ReturnType<typeof readEnvironment>

function providerOf(given: "razorpay" | "trial" | "off" | undefined, trial: boolean) {
  if (given === "off") return null
  return given ?? (trial ? "trial" : null)
}

const EVERY_NETWORK = /^(0\.0\.0\.0|::)$/

/** Where this machine itself reaches a port of the product, as the host of an address. */
export function ownHost({ BIND_ADDRESS: bound }: Pick<Environment, "BIND_ADDRESS">): string {
  if (!bound || EVERY_NETWORK.test(bound)) return "127.0.0.1"
  return bound.includes(":") ? `[${bound}]` : bound
}

const LOOPBACK = /^(127\.|::1$)/

function crossChecks(values: z.infer<typeof Variables>, trial: boolean): string[] {
  const problems: string[] = []
  if (!trial && !values.AUTH_SECRET) {
    problems.push(
      "AUTH_SECRET: required in production (with APP_URL); at least 32 characters, such as `openssl rand -hex 32` prints",
    )
  }
  if (values.BIND_ADDRESS && trial && !LOOPBACK.test(values.BIND_ADDRESS)) {
    problems.push("BIND_ADDRESS: a trial is for this machine alone; set APP_URL, or start with --lan")
  }
  if (values.LAN && (!trial || values.LIVEKIT_URL)) {
    problems.push(
      "LAN: for a trial with its own video server only; with APP_URL a proxy with TLS stands in front",
    )
  }
  if (values.LIVEKIT_URL && !(values.LIVEKIT_API_KEY && values.LIVEKIT_API_SECRET)) {
    problems.push("LIVEKIT_API_KEY and LIVEKIT_API_SECRET: required with LIVEKIT_URL")
  }
  if (Boolean(values.GOOGLE_CLIENT_ID) !== Boolean(values.GOOGLE_CLIENT_SECRET)) {
    problems.push("GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET: give both, or neither")
  }
  problems.push(...videoProblems(values, trial), ...jitsiProblems(values))
  if (values.S3_BUCKET && !(values.S3_ENDPOINT && values.S3_ACCESS_KEY_ID && values.S3_SECRET_ACCESS_KEY)) {
    problems.push("S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: required with S3_BUCKET")
  }
  if (values.SMTP_HOST && !values.MAIL_FROM) {
    problems.push("MAIL_FROM: required with SMTP_HOST, such as `Kaksha <hello@kaksha.example>`")
  }
  if (
    values.SMS_PROVIDER === "msg91" &&
    !(values.SMS_MSG91_AUTH_KEY && values.SMS_MSG91_SENDER && values.SMS_MSG91_TEMPLATE_ABSENCE)
  ) {
    problems.push(
      "SMS_MSG91_AUTH_KEY, SMS_MSG91_SENDER and SMS_MSG91_TEMPLATE_ABSENCE: required with SMS_PROVIDER=msg91",
    )
  }
  if (
    values.SMS_PROVIDER === "twilio" &&
    !(values.SMS_TWILIO_ACCOUNT_SID && values.SMS_TWILIO_AUTH_TOKEN && values.SMS_TWILIO_FROM)
  ) {
    problems.push(
      "SMS_TWILIO_ACCOUNT_SID, SMS_TWILIO_AUTH_TOKEN and SMS_TWILIO_FROM: required with SMS_PROVIDER=twilio",
    )
  }
  problems.push(...whatsAppProblems(values), ...paymentProblems(values, trial))
  if (values.MEET_CALENDAR_ID && !(values.MEET_SERVICE_ACCOUNT && values.MEET_PRIVATE_KEY)) {
    problems.push("MEET_SERVICE_ACCOUNT and MEET_PRIVATE_KEY: required with MEET_CALENDAR_ID")
  }
  return problems
}

const WHATSAPP_SETTINGS = [
  "WHATSAPP_PHONE_NUMBER_ID",
  "WHATSAPP_ACCESS_TOKEN",
  "WHATSAPP_APP_SECRET",
  "WHATSAPP_VERIFY_TOKEN",
  "WHATSAPP_TEMPLATE_CLASS",
] as const

function whatsAppProblems(values: z.infer<typeof Variables>): string[] {
  const missing = WHATSAPP_SETTINGS.filter((name) => !values[name])
  const forParents = [values.WHATSAPP_TEMPLATE_ABSENCE, values.WHATSAPP_TEMPLATE_CORRECTION]
  if (forParents.filter(Boolean).length === 1)
    return ["WHATSAPP_TEMPLATE_ABSENCE, WHATSAPP_TEMPLATE_CORRECTION: give both, or none"]
  if (missing.length === 0) return []
  if (missing.length === WHATSAPP_SETTINGS.length && !forParents[0]) return []
  return [`${missing.join(", ")}: give all WHATSAPP_ settings, or none`]
}

function paymentProblems(values: z.infer<typeof Variables>, trial: boolean): string[] {
  const { PAYMENT_PROVIDER, RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET } = values
  if (PAYMENT_PROVIDER === "trial" && !trial)
    return ["PAYMENT_PROVIDER: the trial's gateway takes no money; set razorpay and its keys, or off"]
  if (PAYMENT_PROVIDER !== "razorpay") return []
  if (RAZORPAY_KEY_SECRET && RAZORPAY_KEY_SECRET === RAZORPAY_WEBHOOK_SECRET)
    return ["RAZORPAY_WEBHOOK_SECRET: is the secret of the key; give the webhook one of its own"]
  return RAZORPAY_KEY_ID && RAZORPAY_KEY_SECRET && RAZORPAY_WEBHOOK_SECRET
    ? []
    : [
        "RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET: required with PAYMENT_PROVIDER=razorpay",
      ]
}

function videoProblems(values: z.infer<typeof Variables>, trial: boolean): string[] {
  const { VIDEO_NODE_IP, VIDEO_PUBLIC_URL, TURN_DOMAIN, TURN_CERT_FILE, TURN_KEY_FILE } = values
  const problems: string[] = []
  if (Boolean(VIDEO_NODE_IP) !== Boolean(VIDEO_PUBLIC_URL)) {
    problems.push(
      "VIDEO_NODE_IP and VIDEO_PUBLIC_URL: give both, or neither, such as 203.0.113.7 and wss://video.academy.example",
    )
  }
  if (VIDEO_NODE_IP && trial)
    problems.push("VIDEO_NODE_IP: a trial is for this machine alone; set APP_URL, too")
  if (VIDEO_NODE_IP && values.LIVEKIT_URL) {
    problems.push("VIDEO_NODE_IP: for the product's own video server, but LIVEKIT_URL names another")
  }
  if (TURN_DOMAIN && !VIDEO_NODE_IP)
    problems.push("TURN_DOMAIN: needs VIDEO_NODE_IP, the address to relay from")
  if (Boolean(TURN_CERT_FILE) !== Boolean(TURN_KEY_FILE)) {
    problems.push("TURN_CERT_FILE and TURN_KEY_FILE: give both, or neither where a proxy in front speaks TLS")
  }
  return problems
}
