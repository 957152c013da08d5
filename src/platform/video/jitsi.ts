import { createSecretKey } from "node:crypto"
import { SignJWT } from "jose"
import { VideoRefused, VideoUnavailable, WebhookForged } from "#platform/video/errors.ts"
import { parseIdentity } from "#platform/video/identity.ts"
import { JAAS_DOMAIN, type JitsiValues, readPrivateKey } from "#platform/video/jitsi-settings.ts"
import type { VideoPort, VideoRoom } from "#platform/video/port.ts"
import type { Meetings, VideoService } from "#platform/video/service.ts"
import type { TokenOptions } from "#platform/video/token.ts"

/** The longest that Jitsi's own site may take to answer, in milliseconds. */
const ANSWER_WITHIN_MS = 5_000
/** How far the clock of the server that checks a token may be behind ours, in seconds. */
const CLOCK_SKEW_SECONDS = 60

/**
 * Jitsi as the product uses it: browsers open rooms in its own page, by a signed token where it takes one. It
 * has no interface for commands and doesn't tell who is in a room, so the calls for these are refused.
 */
export function jitsiService(values: JitsiValues): VideoService {
  const meetings = meetingsOf(values)
  return {
    port: jitsiPort(values, meetings.origin),
    meetings,
    status: () => "external",
    origins: () => [],
    reason: () => null,
    probe: () => fetchScript(meetings.scriptUrl),
  }
}

/** Returns where browsers find Jitsi's script and its rooms. */
export function meetingsOf({ JITSI_DOMAIN, JITSI_APP_ID, JITSI_RECORDING }: JitsiValues): Meetings {
  // The environment was refused at start without a domain.
  const domain = JITSI_DOMAIN ?? ""
  const origin = `https://${domain}`
  const tenant = domain === JAAS_DOMAIN ? `${JITSI_APP_ID}/` : ""
  return {
    domain,
    origin,
    scriptUrl: `${origin}/${tenant}external_api.js`,
    nameOf: (room) => `${tenant}${room}`,
    mayRecord: JITSI_RECORDING === true,
  }
}

function jitsiPort(values: JitsiValues, origin: string): VideoPort {
  const decline = (call: string) => () =>
    Promise.reject(new VideoRefused(`${call}: Jitsi takes no such command`, "unimplemented"))
  return {
    publicUrl: origin,
    // A meeting exists while somebody is in it.
    ensureRoom: async ({ name }) => asIfOpen(name),
    closeRoom: async () => {},
    listRooms: decline("list rooms"),
    // Those inside report it themselves.
    listParticipants: async () => [],
    mintToken: (options) => signToken(values, options),
    setGrant: decline("set grant"),
    muteTrack: decline("mute track"),
    respondingSid: async () => null,
    removeParticipant: decline("remove participant"),
    sendData: async () => false,
    verifyWebhook: () => Promise.reject(new WebhookForged("Jitsi sends no webhooks")),
  }
}

function asIfOpen(name: string): VideoRoom {
  return { name, sid: name, participants: 0, maxParticipants: 0, createdAt: new Date(), metadata: "" }
}

/**
 * Returns a token that lets one person into one room, as Prosody's token plugin (HS256) and JaaS (RS256) read
 * it; an empty one where Jitsi takes none.
 */
async function signToken(values: JitsiValues, options: TokenOptions): Promise<string> {
  const { JITSI_DOMAIN, JITSI_APP_ID, JITSI_APP_SECRET, JITSI_KEY_ID, JITSI_PRIVATE_KEY } = values
  const now = Math.floor(Date.now() / 1_000)
  const token = new SignJWT(claimsOf(options, values.JITSI_RECORDING === true))
    .setAudience("jitsi")
    .setIssuedAt(now)
    .setNotBefore(now - CLOCK_SKEW_SECONDS)
    .setExpirationTime(now + options.ttlSeconds)
  if (JITSI_DOMAIN === JAAS_DOMAIN) {
    const header = { alg: "RS256", typ: "JWT", kid: JITSI_KEY_ID ?? "" }
    const ours = token.setIssuer("chat").setSubject(JITSI_APP_ID ?? "")
    return ours.setProtectedHeader(header).sign(readPrivateKey(JITSI_PRIVATE_KEY ?? ""))
  }
  if (!JITSI_APP_ID || !JITSI_APP_SECRET) return ""
  // The subject is Prosody's own domain, which in containers is another one than browsers see: any.
  const ours = token.setIssuer(JITSI_APP_ID).setSubject("*")
  return ours.setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(createSecretKey(JITSI_APP_SECRET, "utf8"))
}

/** JaaS reads `user.moderator`, Prosody's token_affiliation also `affiliation`, and token_moderation `moderator`. */
function claimsOf({ room, identity, name, moderates = false }: TokenOptions, mayRecord: boolean) {
  const id = parseIdentity(identity)?.personId ?? identity
  const recording = String(moderates && mayRecord)
  return {
    room,
    moderator: moderates,
    context: {
      user: { id, name, moderator: String(moderates), affiliation: moderates ? "owner" : "member" },
      features: {
        ...{ recording, livestreaming: recording, transcription: "false" },
        ...{ "inbound-call": "false", "outbound-call": "false" },
        ...{ "sip-inbound-call": "false", "sip-outbound-call": "false" },
      },
    },
  }
}

/** Fetches the script that browsers embed meetings with. Throws VideoUnavailable, with why it can't be used. */
export async function fetchScript(url: string): Promise<void> {
  let reply: Response
  let script: string
  try {
    reply = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    script = await reply.text()
  } catch (error) {
    const { name, cause } = error as Error
    const why =
      name === "TimeoutError" ? "no answer in time" : ((cause as Error | undefined)?.message ?? name)
    throw new VideoUnavailable(`${url} can't be reached: ${why}`, { cause: error })
  }
  if (!reply.ok) throw new VideoUnavailable(`${url} answers ${reply.status}`)
  const type = reply.headers.get("content-type") ?? ""
  if (!/javascript/.test(type) || !script.includes("JitsiMeetExternalAPI"))
    throw new VideoUnavailable(`${url} is not Jitsi's script but ${type || "something without a type"}`)
}
