import { redirect } from "react-router"
import { orderPath } from "#features/programs/paths.ts"
import { loadNamed, pageRequest, requireViewer } from "#ui/api.ts"
import type { Route } from "./+types/order-return.page.ts"

/**
 * Where payers come back to. What they bring is checked and only has the provider asked; repeating it does
 * nothing more.
 */
export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request)
  const { state } = await loadNamed(
    page.api.payments.returned({
      order_number: params.number,
      payment_id: (url.searchParams.get("payment_id") ?? "").slice(0, 100),
      signature: (url.searchParams.get("signature") ?? "").slice(0, 200),
    }),
  )
  return redirect(`${orderPath(params.number)}${state === "paid" ? "?done" : ""}`)
}
