import { OpenAPIGenerator } from "@orpc/openapi"
import { OpenAPIHandler } from "@orpc/openapi/fetch"
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4"
import type { Env, Hono } from "hono"
import type { Ctx } from "#platform/context.ts"
import { shareBytes } from "../events/events.ts"
import { noteViews } from "../events/seen-data.ts"
import { streamPlaces } from "../events/stream-places.ts"
import { observeProcedures } from "../observe.ts"
import type { AppRouter } from "../router.ts"
import type { Runtime } from "../runtime.ts"
import { answerKept, type KeptAnswer, keepAnswer } from "./page/kept-answer.ts"
import { renderReference } from "./reference.ts"

/** Serves the procedures at /api/v1 as JSON. */
export function createApiHandler(
  router: AppRouter,
  runtime: Runtime,
): (request: Request, context: Ctx) => Promise<Response> {
  const handler = new OpenAPIHandler(router, {
    rootInterceptors: [shareBytes(runtime.feed, streamPlaces())],
    clientInterceptors: [observeProcedures(runtime.metrics), noteViews(runtime.seen)],
  })
  return async (request, context) => {
    const { matched, response } = await handler.handle(request, { prefix: "/api/v1", context })
    if (matched) return response
    runtime.log.debug({ path: new URL(request.url).pathname }, "no such procedure")
    return Response.json({ code: "NOT_FOUND", message: "There is no such procedure" }, { status: 404 })
  }
}

const FOR_ALL = { cacheControl: "public, max-age=300", vary: "Accept-Encoding" }

/**
 * Serves the OpenAPI 3.1 document of /api/v1 at openapi.json and its reference at docs. Both are written at the first
 * request and kept: writing them takes a tenth of a second, during which the process answers nobody.
 */
export function mountReference<Settings extends Env>(app: Hono<Settings>, router: AppRouter): void {
  let written: Promise<Record<"document" | "page", KeptAnswer>> | undefined
  const write = async () => {
    const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
    const document = await generator.generate(router, {
      info: { title: "Kaksha", version: "1" },
      servers: [{ url: "/api/v1" }],
    })
    const html = { headers: { "content-type": "text/html; charset=utf-8" } }
    return {
      document: await keepAnswer(Response.json(document), FOR_ALL),
      page: await keepAnswer(new Response(renderReference(document), html), FOR_ALL),
    }
  }
  const send = (what: "document" | "page") => async (c: { req: { raw: Request } }) => {
    written ??= write()
    return answerKept(c.req.raw, (await written)[what])
  }
  app.get("/api/v1/openapi.json", send("document"))
  app.get("/api/v1/docs", send("page"))
}
