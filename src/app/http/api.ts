import { OpenAPIHandler } from "@orpc/openapi/fetch"
import { OpenAPIReferencePlugin } from "@orpc/openapi/plugins"
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4"
import type { Ctx } from "#platform/context.ts"
import { shareBytes } from "../events/events.ts"
import { noteViews } from "../events/seen-data.ts"
import { streamPlaces } from "../events/stream-places.ts"
import { observeProcedures } from "../observe.ts"
import type { AppRouter } from "../router.ts"
import type { Runtime } from "../runtime.ts"
import { renderReference } from "./reference.ts"

/** Serves /api/v1: the JSON API, its OpenAPI 3.1 document at openapi.json and its reference at docs. */
export function createApiHandler(
  router: AppRouter,
  runtime: Runtime,
): (request: Request, context: Ctx) => Promise<Response> {
  const handler = new OpenAPIHandler(router, {
    rootInterceptors: [shareBytes(runtime.feed, streamPlaces())],
    clientInterceptors: [observeProcedures(runtime.metrics), noteViews(runtime.seen)],
    plugins: [
      new OpenAPIReferencePlugin({
        docsPath: "/docs",
        specPath: "/openapi.json",
        renderDocsHtml: (_specUrl, _title, _head, _scriptUrl, _config, document) => renderReference(document),
        schemaConverters: [new ZodToJsonSchemaConverter()],
        specGenerateOptions: { info: { title: "Kaksha", version: "1" }, servers: [{ url: "/api/v1" }] },
      }),
    ],
  })
  return async (request, context) => {
    const { matched, response } = await handler.handle(request, { prefix: "/api/v1", context })
    if (matched) return response
    runtime.log.debug({ path: new URL(request.url).pathname }, "no such procedure")
    return Response.json({ code: "NOT_FOUND", message: "There is no such procedure" }, { status: 404 })
  }
}
