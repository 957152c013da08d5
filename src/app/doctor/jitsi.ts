import type { Environment } from "#platform/env.ts"
import { fetchScript, meetingsOf } from "#platform/video/jitsi.ts"
import { JAAS_DOMAIN } from "#platform/video/jitsi-settings.ts"
import { type Finding, fine, problem, reasonOf, warning } from "./finding.ts"

const PAGE_WITHIN_MS = 5_000

/**
 * Whether Jitsi's script and page can be embedded in ours, and who may enter a meeting. Keys were checked at
 * start; whether the other side knows them shows when somebody joins.
 */
export async function checkJitsi(env: Environment): Promise<Finding[]> {
  const { scriptUrl, domain, origin } = meetingsOf(env)
  try {
    await fetchScript(scriptUrl)
  } catch (error) {
    const mend = `Check that JITSI_DOMAIN is right and that this machine and everybody's browser reach ${origin} with a good certificate`
    return [problem("video", `Jitsi can't be used: ${(error as Error).message}`, mend)]
  }
  return [
    fine("video", `Classes run on Jitsi at ${domain}, whose script can be embedded`),
    await frameFinding(origin),
    tokenFinding(env),
    ...(env.JITSI_RECORDING ? [recordingFinding()] : []),
  ]
}

/** Jitsi's page may forbid others to show it in a frame. */
async function frameFinding(origin: string): Promise<Finding> {
  const mend = `Let the proxy of ${origin} send neither X-Frame-Options nor a frame-ancestors that leaves out the product's address`
  try {
    const page = await fetch(`${origin}/`, { signal: AbortSignal.timeout(PAGE_WITHIN_MS) })
    await page.body?.cancel()
    const policy = page.headers.get("content-security-policy") ?? ""
    const forbidden =
      page.headers.get("x-frame-options") ?? /frame-ancestors[^;]*/.exec(policy)?.[0].replace(/.*\*$/, "")
    if (!forbidden) return fine("meeting page", "It may be shown in our pages")
    return warning("meeting page", `It limits who may show it: ${forbidden}`, mend)
  } catch (error) {
    return problem("meeting page", `${origin} doesn't answer: ${reasonOf(error)}`, mend)
  }
}

function tokenFinding({ JITSI_DOMAIN, JITSI_APP_ID, JITSI_KEY_ID }: Environment): Finding {
  if (JITSI_DOMAIN === JAAS_DOMAIN)
    return fine("meeting tokens", `Signed with RS256 as ${JITSI_KEY_ID}, whose public key JaaS has to know`)
  if (JITSI_APP_ID)
    return fine(
      "meeting tokens",
      `Signed with HS256 for the app ${JITSI_APP_ID}; Prosody needs the same secret, and its token_affiliation module so that students don't moderate`,
    )
  return warning(
    "meeting tokens",
    "There are none: anyone who learns a meeting's name can enter it, and the first to come moderates it",
    "Have Jitsi's Prosody ask for tokens, and set JITSI_APP_ID and JITSI_APP_SECRET: docs/video.md",
  )
}

function recordingFinding(): Finding {
  return warning(
    "meeting recording",
    "Instructors can record and stream, which includes children whose guardians did not agree",
    "Remove JITSI_RECORDING unless every family agreed",
  )
}
