import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { generate } from "selfsigned"
import { freePort } from "../free-port.ts"

/** A person who entered a meeting, and the configuration that their page gave it. */
export type JitsiOpened = {
  room: string
  name: string
  moderator: boolean
  config: Record<`config.${string}`, unknown>
}

export type JitsiOrder =
  | { kind: "open"; port: number; key: string; cert: string; appId: string; secret: string }
  | { kind: "away"; away: boolean }
  | { kind: "opened" }

export type JitsiServer = {
  /** Host and port, as JITSI_DOMAIN has it. */
  domain: string
  appId: string
  secret: string
  /** What its address is certified by, in PEM. */
  certificate: string
  /** Everybody who entered a meeting, in order. */
  opened(): Promise<JitsiOpened[]>
  /** Answers like a proxy without a Jitsi behind it, or again as before. */
  goAway(away: boolean): Promise<void>
  close(): Promise<void>
}

async function ask<T>(child: ChildProcess, order: JitsiOrder): Promise<T> {
  const answered = once(child, "message")
  child.send(order)
  const [answer] = await answered
  return answer as T
}

async function makeCertificate(): Promise<{ key: string; cert: string }> {
  const made = await generate([{ name: "commonName", value: "A Jitsi of the tests" }], {
    keySize: 2048,
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] },
    ],
  })
  return { key: made.private, cert: made.cert }
}

/** A Jitsi that takes tokens, as a process of its own that speaks its IFrame API. Media stay in each browser. */
export async function startJitsi(): Promise<JitsiServer> {
  const port = await freePort()
  const child = fork(new URL("./jitsi-process.ts", import.meta.url), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    execArgv: [],
  })
  const { key, cert } = await makeCertificate()
  const app = { appId: "kaksha", secret: "a-secret-that-prosody-has-as-well" }
  await ask(child, { kind: "open", port, key, cert, ...app })
  return {
    domain: `127.0.0.1:${port}`,
    ...app,
    certificate: cert,
    opened: () => ask(child, { kind: "opened" }),
    goAway: (away) => ask(child, { kind: "away", away }),
    async close() {
      const gone = once(child, "exit")
      child.disconnect()
      await gone
    },
  }
}
