import { ORPCError } from "@orpc/client"
import { redirect } from "react-router"
import { dateInZone } from "#shared/time.ts"
import { pageRequest, proofPage, requireViewer } from "#ui/api.ts"
import { PROOF_NEEDED } from "#ui/forms/proof-asked.ts"
import type { Route } from "./+types/account-export.page.ts"
import { exportAsHtml } from "./export-html.ts"

/** Everything that is stored about the viewer or a child of theirs, as JSON or as a page to read. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request)
  const here = new URL(request.url)
  const child = here.searchParams.get("child")
  const found = await (child
    ? page.api.guardians.exportChild({ student_id: child })
    : page.api.account.export()
  ).catch((error: unknown) => {
    if (error instanceof ORPCError && error.code === PROOF_NEEDED)
      throw redirect(proofPage(here.pathname + here.search))
    throw error
  })
  const day = dateInZone(found.made_at, page.zone)
  const headers = { "cache-control": "no-store", "x-robots-tag": "noindex" }
  if (here.pathname.endsWith(".json")) {
    return new Response(JSON.stringify(found, null, 2), {
      headers: {
        ...headers,
        "content-type": "application/json; charset=utf-8",
        "content-disposition": `attachment; filename="kaksha-data-${day}.json"`,
      },
    })
  }
  return new Response(exportAsHtml(found.data, day, page.language), {
    headers: { ...headers, "content-type": "text/html; charset=utf-8" },
  })
}
