import { redirect, redirectDocument } from "react-router"
import { childDemoPath } from "#features/classes/addresses.ts"
import { joinByLink } from "#features/payments/web/referrals/join.card.ts"
import { joinByCode } from "#features/premises/web/join.card.ts"
import { enrolAfterSignIn } from "#features/programs/web/enrol.action.ts"
import { putAfterSignIn } from "#features/shop/web/item.action.ts"
import {
  dashboardPath,
  pageRequest,
  readFlash,
  redirectWithToast,
  requireViewer,
  type Toast,
} from "#ui/api.ts"
import { targetOf } from "#ui/form-request.ts"
import { type Pressed, takePressed } from "#ui/pressed.ts"
import { takeSeat } from "../live-classes/live-classes.act.ts"
import type { Route } from "./+types/finish.page.ts"

/**
 * Where sign-in leads after a visitor pressed something: finishes it once, and redirects to `?to=` with a
 * confirmation. The address alone does nothing (decision 58).
 */
export async function loader(args: Route.LoaderArgs) {
  const { request, context } = args
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request)
  const to = targetOf(request, dashboardPath(viewer.role))
  const pressed = takePressed(request, page)
  if (!pressed) return redirect(to)
  if (viewer.role === "guardian" && pressed.what === "request-demo") {
    const signedIn = readFlash(request)
    const choose = childDemoPath(pressed.class_id)
    return signedIn ? redirectWithToast(choose, signedIn, "document") : redirectDocument(choose)
  }
  return redirectWithToast(to, besides(readFlash(request), await finish(args, pressed)), "document")
}

async function finish(args: Route.LoaderArgs, pressed: Pressed): Promise<Toast> {
  const page = args.context.get(pageRequest)
  if (pressed.what === "enrol-in-program") return enrolAfterSignIn(page, pressed)
  if (pressed.what === "join-by-link") return joinByLink(page, pressed.code)
  if (pressed.what === "join-batch") return joinByCode(page, pressed.code)
  if (pressed.what === "put-in-basket") return putAfterSignIn(page, pressed)
  return takeSeat(args, pressed)
}

/** Returns one toast for the sign-in that has just succeeded and for what it was for. */
function besides(signedIn: Toast | null, told: Toast): Toast {
  if (signedIn?.tone !== "success" || told.tone === "error") return told
  const sentences = [signedIn.description, told.title, told.description].filter((text) => text !== undefined)
  return {
    tone: "success",
    title: signedIn.title,
    description: sentences.map((text) => (/[.!?।]$/.test(text) ? text : `${text}.`)).join(" "),
  }
}
