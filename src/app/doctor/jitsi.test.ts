import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { afterAll, beforeAll, expect, test } from "vitest"
import { readEnvironment } from "#platform/env.ts"
import { fetchScript, meetingsOf } from "#platform/video/jitsi.ts"
import { type JitsiServer, startJitsi } from "#tests/gateways/jitsi.ts"
import { checkVideo } from "./video.ts"

let jitsi: JitsiServer
const trusted = getCACertificates("default")

beforeAll(async () => {
  jitsi = await startJitsi()
})
afterAll(() => jitsi?.close())

const check = (variables: NodeJS.ProcessEnv = {}) => {
  const env = readEnvironment({
    ...{ NODE_ENV: "test", VIDEO_PROVIDER: "jitsi", JITSI_DOMAIN: jitsi.domain },
    ...variables,
  })
  return checkVideo(env, "/nowhere", false)
}

test("ROOM-06 OPS-02 doctor fetches Jitsi's script as a browser does, and names what is missing for children to be safe", async () => {
  // Nobody vouches for its certificate yet.
  expect(await check()).toMatchObject([
    { check: "video", state: "problem", mend: expect.stringContaining("JITSI_DOMAIN") },
  ])
  setDefaultCACertificates([...trusted, jitsi.certificate])
  try {
    const signed = { JITSI_APP_ID: jitsi.appId, JITSI_APP_SECRET: jitsi.secret }
    expect(await check(signed)).toMatchObject([
      { check: "video", state: "fine", found: expect.stringContaining(jitsi.domain) },
      { check: "meeting page", state: "fine" },
      { check: "meeting tokens", state: "fine", found: expect.stringContaining("token_affiliation") },
    ])
    const open = await check({ JITSI_RECORDING: "true" })
    expect(open.slice(2)).toMatchObject([
      { check: "meeting tokens", state: "warning", mend: expect.stringContaining("JITSI_APP_SECRET") },
      { check: "meeting recording", state: "warning", mend: expect.stringContaining("JITSI_RECORDING") },
    ])
    await jitsi.goAway(true)
    expect(await check()).toMatchObject([{ state: "problem", found: expect.stringContaining("answers 502") }])
    await jitsi.goAway(false)
    const { origin } = meetingsOf({ JITSI_DOMAIN: jitsi.domain })
    await expect(fetchScript(`${origin}/kaksha-room`)).rejects.toThrow("is not Jitsi's script but text/html")
  } finally {
    setDefaultCACertificates(trusted)
  }
})
