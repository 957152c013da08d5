import { serveStatic } from "@hono/node-server/serve-static"
import { exportList, isExport, templateOf } from "#features/admin/server/exports.ts"
import { type CalendarFile, readClassFile } from "#features/classes/server/calendar.ts"
import { readFeedFile } from "#features/classes/server/calendar-feed.ts"
import { hasRecentProof } from "#platform/proof.ts"
import { serveFile } from "#platform/storage/serve.ts"
import { isId } from "#shared/ids.ts"
import { proofPage } from "#ui/api.ts"
import type { Runtime } from "../runtime.ts"
import type { App, AppContext } from "./app.ts"

const YEAR = "public, max-age=31536000, immutable"

/**
 * Serves the built browser files: scripts and styles under names that change with their content, the rest
 * cached for a while.
 */
export function mountFiles(app: App, clientFolder: string): void {
  const files = (cacheControl: string) =>
    serveStatic({
      root: clientFolder,
      precompressed: true,
      onFound: (_path, c) => c.header("cache-control", cacheControl),
    })
  app.use("/assets/*", files(YEAR))
  app.use("/images/*", files("public, max-age=3600"))
  app.use("/icons/*", files("public, max-age=86400"))
  app.use("/share/*", files("public, max-age=86400"))
  app.get("/favicon.svg", files("public, max-age=86400"))
}

const LINKED = "/files/"

/** Serves stored files for links that have not expired. */
export function mountStoredFiles(app: App, runtime: Runtime): void {
  app.get(`${LINKED}:token`, (c) => sendFile(runtime, c.req.path, c.req.raw))
}

/** Responds with the file that a link of ours leads to, or says that the link has expired. */
export async function sendFile(
  { links }: Pick<Runtime, "links">,
  url: string,
  request: Request,
): Promise<Response> {
  const link = url.startsWith(LINKED) ? links.open(url.slice(LINKED.length)) : null
  if (link) return serveFile(link, request)
  const headers = { "content-type": "text/plain; charset=UTF-8" }
  return new Response("This link has run out. Go back and open the file again.", { status: 403, headers })
}

/** Calendars as files: a class's own, and a person's behind their private address. */
export function mountCalendars(app: App, runtime: Runtime): void {
  const originOf = (c: AppContext) => new URL(runtime.env.APP_URL ?? c.req.url).origin
  const answer = (c: AppContext, file: CalendarFile | null, name: string) => {
    c.header("cache-control", "private, no-cache")
    c.header("x-robots-tag", "noindex")
    if (!file) return c.text("There is no such calendar", 404)
    c.header("etag", file.etag)
    if (file.modified) c.header("last-modified", file.modified.toUTCString())
    if (c.req.header("if-none-match")?.includes(file.etag)) return c.body(null, 304)
    c.header("content-disposition", `inline; filename="${name}.ics"`)
    return c.body(file.text, 200, { "content-type": "text/calendar; charset=utf-8" })
  }
  app.get("/class/:id/calendar.ics", async (c) => {
    const id = c.req.param("id")
    const ctx = runtime.contextFor(c.get("viewer"), c.get("log"))
    return answer(c, isId(id) ? await readClassFile(ctx, id, originOf(c)) : null, "class")
  })
  app.get("/calendar/:file{.+\\.ics}", async (c) => {
    const token = c.req.param("file").slice(0, -".ics".length)
    const ctx = runtime.contextFor(null, c.get("log"))
    return answer(c, await readFeedFile(ctx, token, originOf(c)), "classes")
  })
}

/** Serves whole lists as files, for admins only. Others get the same response as for an unknown address. */
export function mountExports(app: App, runtime: Runtime): void {
  app.get("/admin/export/:file{.+\\.csv}", async (c) => {
    const viewer = c.get("viewer")
    const name = c.req.param("file").slice(0, -".csv".length)
    const template = templateOf(name)
    if (viewer?.role !== "admin" || !(template || isExport(name))) {
      return c.text("There is no such file", 404)
    }
    const ctx = { ...runtime.contextFor(viewer, c.get("log"), c.get("http")), viewer }
    if (!template && !(await hasRecentProof(ctx))) return c.redirect(proofPage(c.req.path), 303)
    if (!template) runtime.seen.noteExport(name, viewer)
    return c.body(template ?? (isExport(name) ? await exportList(ctx, name) : ""), 200, {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}.csv"`,
      "cache-control": "no-store",
    })
  })
}
