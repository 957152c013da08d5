import { ORPCError } from "@orpc/client"
import { data, redirect } from "react-router"
import { z } from "zod"
import { officeRequest } from "#features/admin/web/admin-page.tsx"
import { proofPage } from "#ui/api.ts"
import { PROOF_NEEDED } from "#ui/forms/proof-asked.ts"

const Days = z.object({ first: z.iso.date(), last: z.iso.date() })

/**
 * Returns the page, the days and the search of an address of a file. An address that no page of ours leads to is
 * unknown; without a recent proof, `ask` leads to the page that asks for one and back.
 */
export function csvRequest(args: Parameters<typeof officeRequest>[0]) {
  const page = officeRequest(args)
  const here = new URL(args.request.url)
  const days = Days.safeParse(Object.fromEntries(here.searchParams))
  if (!days.success) throw data(null, { status: 404 })
  async function ask<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      if (error instanceof ORPCError && error.code === PROOF_NEEDED)
        throw redirect(proofPage(here.pathname + here.search))
      if (error instanceof ORPCError && error.code === "FIELD_ERRORS") throw data(null, { status: 404 })
      throw error
    })
  }
  return { page, days: days.data, params: here.searchParams, ask }
}
