import { createRouterClient } from "@orpc/server"
import { createElement as h } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { afterAll, beforeAll, expect, test } from "vitest"
import { IntegrationsCard } from "#features/admin/web/settings/integrations.card.tsx"
import type { VideoReason, VideoStatus } from "#platform/video/service.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createInstructor } from "#tests/people.ts"
import { LanguageContext } from "#ui/messages/use-messages.ts"
import { integrationsRouter } from "./integrations.ts"

let world: TestContext

beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())

/** What an instructor is told of the video server. */
async function listVideo(status: VideoStatus, reason: VideoReason | null) {
  const viewer = await createInstructor(world.ctx)
  const video = { ...world.ctx.video, status: () => status, reason: () => reason }
  const integrations = await createRouterClient(integrationsRouter, {
    context: { ...world.ctx, viewer, video },
  }).list()
  return integrations.filter(({ name }) => name === "video")
}

const draw = (integrations: Awaited<ReturnType<typeof listVideo>>, value: "en" | "hi") =>
  renderToStaticMarkup(
    h(LanguageContext, { value }, h(IntegrationsCard, { integrations, zone: "Asia/Kolkata" })),
  )

test("DASH-02 a video server that is started again counts as starting, and why is said in the reader's language", async () => {
  const first = await listVideo("starting", { code: "installing", said: null })
  expect(first).toMatchObject([{ state: "starting", why: "installing" }])
  expect(await listVideo("starting", null)).toMatchObject([{ state: "starting", why: null }])

  const again = await listVideo("down", { code: "restarting", said: null })
  expect(again).toMatchObject([{ state: "starting", why: "restarting" }])
  expect(draw(again, "en")).toContain("it is being started again")
  expect(draw(again, "hi")).toContain("उसे फिर शुरू किया जा रहा है")
  expect(draw(again, "hi")).not.toContain("started again")

  const none = await listVideo("down", { code: "missing", said: "Go is not on the PATH" })
  expect(none).toMatchObject([{ state: "off", why: "missing", said: "Go is not on the PATH" }])
  expect(draw(none, "hi")).toMatch(/<p lang="en"[^>]*>Go is not/)
  expect(await listVideo("up", null)).toMatchObject([{ state: "connected", why: null, said: null }])
})
