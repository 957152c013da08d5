import { createPrivateKey, type KeyObject } from "node:crypto"

/** JaaS, the Jitsi that 8x8 runs: it knows an academy by its app id, and a token by the id of its key. */
export const JAAS_DOMAIN = "8x8.vc"

/** What the environment says about Jitsi, checked by `jitsiProblems`. */
export type JitsiValues = {
  VIDEO_PROVIDER?: "livekit" | "jitsi" | undefined
  JITSI_DOMAIN?: string | undefined
  JITSI_APP_ID?: string | undefined
  JITSI_APP_SECRET?: string | undefined
  JITSI_KEY_ID?: string | undefined
  JITSI_PRIVATE_KEY?: string | undefined
  JITSI_RECORDING?: boolean | undefined
}

/** What names a LiveKit server, of the academy's own or with the product. */
type LiveKitValues = Partial<
  Record<"LIVEKIT_URL" | "VIDEO_NODE_IP" | "VIDEO_PUBLIC_URL" | "TURN_DOMAIN", unknown>
>

const OF_JITSI = [
  "JITSI_DOMAIN",
  "JITSI_APP_ID",
  "JITSI_APP_SECRET",
  "JITSI_KEY_ID",
  "JITSI_PRIVATE_KEY",
  "JITSI_RECORDING",
] as const
const OF_LIVEKIT = ["LIVEKIT_URL", "VIDEO_NODE_IP", "VIDEO_PUBLIC_URL", "TURN_DOMAIN"] as const
const OF_JAAS = ["JITSI_APP_ID", "JITSI_KEY_ID", "JITSI_PRIVATE_KEY"] as const

const JAAS_APP = /^vpaas-magic-cookie-[\da-f]+$/
/** RS256 needs at least this, in bits. */
const SHORTEST_KEY = 2_048

/** Returns what is wrong with the settings of Jitsi, each problem with the names of its variables. */
export function jitsiProblems(values: JitsiValues & LiveKitValues): string[] {
  if (values.VIDEO_PROVIDER !== "jitsi") {
    const idle = OF_JITSI.filter((name) => values[name] !== undefined)
    return idle.length > 0 ? [`${idle.join(", ")}: used only with VIDEO_PROVIDER=jitsi`] : []
  }
  const others = OF_LIVEKIT.filter((name) => values[name] !== undefined)
  return [
    ...(others.length > 0 ? [`${others.join(", ")}: for LiveKit, but VIDEO_PROVIDER is jitsi`] : []),
    ...(values.JITSI_DOMAIN
      ? []
      : [
          "JITSI_DOMAIN: required with VIDEO_PROVIDER=jitsi, such as meet.academy.example, or 8x8.vc for JaaS",
        ]),
    ...(values.JITSI_DOMAIN === JAAS_DOMAIN ? jaasProblems(values) : ownProblems(values)),
  ]
}

function jaasProblems(values: JitsiValues): string[] {
  const { JITSI_APP_ID: app, JITSI_KEY_ID: keyId, JITSI_PRIVATE_KEY: key } = values
  const missing = OF_JAAS.filter((name) => !values[name])
  const problems = missing.length > 0 ? [`${missing.join(", ")}: required with JITSI_DOMAIN=8x8.vc`] : []
  if (app && !JAAS_APP.test(app))
    problems.push("JITSI_APP_ID: starts with vpaas-magic-cookie-, as in the console of JaaS")
  if (app && keyId && !isKeyOf(app, keyId))
    problems.push("JITSI_KEY_ID: is the app id, a slash and the id of the key, as in the console of JaaS")
  const wrong = key && problemOfKey(key)
  if (wrong) problems.push(`JITSI_PRIVATE_KEY: ${wrong}`)
  if (values.JITSI_APP_SECRET)
    problems.push("JITSI_APP_SECRET: for a Jitsi of your own; JaaS takes JITSI_PRIVATE_KEY")
  return problems
}

function isKeyOf(app: string, keyId: string): boolean {
  return keyId.startsWith(`${app}/`) && keyId.length > app.length + 1
}

function ownProblems(values: JitsiValues): string[] {
  const foreign = (["JITSI_KEY_ID", "JITSI_PRIVATE_KEY"] as const).filter((name) => values[name])
  return [
    ...(Boolean(values.JITSI_APP_ID) === Boolean(values.JITSI_APP_SECRET)
      ? []
      : ["JITSI_APP_ID and JITSI_APP_SECRET: give both, or neither if your Jitsi takes no tokens"]),
    ...(foreign.length > 0 ? [`${foreign.join(", ")}: for JaaS, whose JITSI_DOMAIN is 8x8.vc`] : []),
  ]
}

/** Reads a private key in PEM, whose lines a variable may separate by \n. Throws if it is none. */
export function readPrivateKey(pem: string): KeyObject {
  return createPrivateKey(pem.replaceAll("\\n", "\n"))
}

function problemOfKey(pem: string): string | null {
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = readPrivateKey(pem)
    if (type !== "rsa") return `a key of RSA signs for JaaS, and this is one of ${type}`
    return (details?.modulusLength ?? 0) < SHORTEST_KEY ? `needs at least ${SHORTEST_KEY} bits` : null
  } catch {
    return "can't be read as a private key in PEM"
  }
}
