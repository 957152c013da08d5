import { createPrivateKey } from "node:crypto"
import { SignJWT } from "jose"
import { z } from "zod"
import { type Meeting, type MeetPort, MeetUnavailable } from "./port.ts"

export type GoogleSettings = {
  /** Such as https://www.googleapis.com. */
  apiUrl: string
  tokenUrl: string
  calendarId: string
  /** The service account's e-mail and its private key, PEM. */
  account: string
  privateKey: string
  /** The person in whose name meetings are made, if the account may act for the domain. */
  organiser?: string | undefined
  timeoutMs?: number
}

const SCOPE = "https://www.googleapis.com/auth/calendar.events"
const DEFAULT_TIMEOUT_MS = 5_000
const TOKEN_SECONDS = 3_600
/** A token is renewed this long before it ends. */
const SPARE_SECONDS = 60

const TokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() })
const EventAnswer = z.object({ hangoutLink: z.url({ protocol: /^https$/ }).optional() })

/**
 * Meetings as events of a Google calendar with a Meet conference each, through Calendar API v3 and a service
 * account.
 */
export function googleMeet(settings: GoogleSettings): MeetPort {
  const timeoutMs = settings.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const events = new URL(
    `/calendar/v3/calendars/${encodeURIComponent(settings.calendarId)}/events`,
    settings.apiUrl,
  ).href
  let known: { token: string; until: number } | null = null

  async function authorise(): Promise<string> {
    const seconds = Math.floor(Date.now() / 1_000)
    if (known && known.until > seconds) return known.token
    const body = new URLSearchParams({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: await signAssertion(settings, seconds),
    })
    const reply = await ask(settings.tokenUrl, { method: "POST", body }, timeoutMs)
    if (!reply.ok) throw new MeetUnavailable(`Google's token service answered ${reply.status}`)
    const { access_token, expires_in } = await readAnswer(reply, TokenAnswer)
    known = { token: access_token, until: seconds + expires_in - SPARE_SECONDS }
    return access_token
  }

  async function call(method: string, url: string, body?: object): Promise<Response> {
    const headers = {
      authorization: `Bearer ${await authorise()}`,
      ...(body && { "content-type": "application/json" }),
    }
    return ask(url, { method, headers, ...(body && { body: JSON.stringify(body) }) }, timeoutMs)
  }

  return {
    async save(meeting) {
      let reply = await call("POST", `${events}?conferenceDataVersion=1`, describe(meeting))
      if (reply.status === 409) {
        // It exists already: only what changed is sent, because a second conference would replace the link.
        const { id: _, conferenceData: __, ...changes } = describe(meeting)
        reply = await call("PATCH", `${events}/${meeting.key}?conferenceDataVersion=1`, {
          ...changes,
          status: "confirmed",
        })
      }
      if (!reply.ok) throw new MeetUnavailable(`Google Calendar answered ${reply.status}`)
      const { hangoutLink } = await readAnswer(reply, EventAnswer)
      if (!hangoutLink) throw new MeetUnavailable("Google Calendar has not made the meeting's link yet")
      return { link: hangoutLink }
    },
    async cancel(key) {
      const reply = await call("DELETE", `${events}/${key}`)
      if (!reply.ok && reply.status !== 404 && reply.status !== 410) {
        throw new MeetUnavailable(`Google Calendar answered ${reply.status}`)
      }
    },
  }
}

function describe(meeting: Meeting) {
  const { key, title, description, startDateTime, endDateTime, zone } = meeting
  return {
    id: key,
    summary: title,
    description,
    start: { dateTime: startDateTime, timeZone: zone },
    end: { dateTime: endDateTime, timeZone: zone },
    conferenceData: { createRequest: { requestId: key, conferenceSolutionKey: { type: "hangoutsMeet" } } },
  }
}

function signAssertion(
  { account, privateKey, tokenUrl, organiser }: GoogleSettings,
  now: number,
): Promise<string> {
  return new SignJWT({ scope: SCOPE, ...(organiser && { sub: organiser }) })
    .setProtectedHeader({ alg: "RS256", typ: "JWT" })
    .setIssuer(account)
    .setAudience(tokenUrl)
    .setIssuedAt(now)
    .setExpirationTime(now + TOKEN_SECONDS)
    .sign(createPrivateKey(privateKey))
}

async function ask(url: string, init: RequestInit, timeoutMs: number): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs), redirect: "error" })
  } catch (error) {
    throw new MeetUnavailable("Google did not answer", { cause: error })
  }
}

async function readAnswer<T>(reply: Response, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse(await reply.json().catch(() => null))
  if (!parsed.success) throw new MeetUnavailable("Google's answer could not be read")
  return parsed.data
}
