import { ORPCError } from "@orpc/client"
import { z } from "zod"
import { Id } from "#contract/base.ts"
import { type PageRequest, redirectWithToast, serveForm, type Toast } from "#ui/api.ts"
import { errorTextIn } from "#ui/messages/in-language.ts"
import { finishPath, keepPressed } from "#ui/pressed.ts"
import { BASKET_PATH, itemPath } from "../paths.ts"
import { nameOf } from "./item-name.ts"
import { shopTexts } from "./shop.texts.ts"

type Args = Parameters<typeof serveForm>[0]

const Chosen = z.object({
  size_id: Id,
  student_id: Id.optional(),
  quantity: z.coerce.number().int().min(1).max(20).default(1),
  intent: z.enum(["add", "ask"]).default("add"),
})

/** Puts the chosen size into the basket, or asks the parents for it. A visitor signs in first. */
export function serveItem(args: Args, slug: string) {
  return serveForm(args, Chosen, async ({ size_id, student_id, quantity, intent }, page) => {
    const text = shopTexts[page.language]
    const { item } = await page.api.shop.item({ slug })
    const size = item.sizes.find(({ id }) => id === size_id)
    if (!page.viewer) {
      const key = keepPressed(page, { what: "put-in-basket", size_id, quantity })
      const search = new URLSearchParams({ to: finishPath(key, itemPath(slug, { size: size_id })) })
      const { signIn: title, signInText: description } = text
      return redirectWithToast(`/auth?${search}`, { tone: "info", title, description })
    }
    if (intent === "ask") {
      await page.api.shop.askParent({ size_id })
      return { tone: "success", title: text.asked, description: text.askedText }
    }
    await page.api.shop.putInBasket({ size_id, quantity, ...(student_id && { student_id }) })
    const what = nameOf(page.language, item.title, size?.label)
    const toast = { tone: "success" as const, title: text.added, description: text.addedText(what) }
    return redirectWithToast(BASKET_PATH, toast)
  })
}

/** Puts what a visitor pressed into the basket once they have signed in, and returns what to say about it. */
export async function putAfterSignIn(
  page: PageRequest,
  { size_id, quantity }: { size_id: string; quantity: number },
): Promise<Toast> {
  const text = shopTexts[page.language]
  try {
    await page.api.shop.putInBasket({ size_id, quantity })
    return { tone: "success", title: text.added }
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    // Several children, or a child who asks the parents: the page has both.
    if (error.code === "NOT_FOUND")
      return { tone: "info", title: text.chooseChild, description: text.chooseChildText }
    if (error.code === "FORBIDDEN") return { tone: "info", title: text.staff }
    return { tone: "info", ...errorTextIn(page.language, error.code) }
  }
}
