import type { Recipient, Words } from "#features/notifications/server/tell.ts"
import type { Ctx } from "#platform/context.ts"

/** A notice that leads to one page: what it says, and the button of its mail. */
export type LinkedNotice = { title: string; text: string; button: string }

/** The words of a notice for the product, for mail and for a phone. `href` is a path of this product. */
export function linkedWords(
  ctx: Pick<Ctx, "address">,
  { language, first_name }: Recipient,
  href: string,
  { title, text, button }: LinkedNotice,
): Words {
  const hello = language === "en" ? `Hello ${first_name},` : `नमस्ते ${first_name},`
  const url = `${ctx.address.replace(/\/+$/, "")}${href}`
  return {
    ...{ title, text, href, push: { title, text } },
    mail: { subject: title, paragraphs: [hello, text], button: { label: button, url } },
  }
}
