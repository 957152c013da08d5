import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { GoodsOrder } from "#contract/shop/goods.ts"
import { adminRequest } from "#features/admin/web/admin-page.tsx"
import { renderPdf } from "#platform/pdf/pdf.ts"
import { displayPhone } from "#shared/phone.ts"
import { formatDateIn, formatInstantIn } from "#shared/time.ts"
import type { PageRequest } from "#ui/api.ts"
import { LANGUAGE_TAGS, type Language } from "#ui/language.ts"
import type { Route } from "./+types/packing-list.page.ts"
import { shopDeskTexts } from "./desk.texts.ts"

const TEMPLATE = createRequire(import.meta.url).resolve("#app/pages/shop-desk/packing-list.typ")
const template = readFileSync(TEMPLATE, "utf8")

/** What is to be packed as a PDF for printing, in the reader's language. */
export async function loader(args: Route.LoaderArgs) {
  const page = adminRequest(args)
  const pdf = await renderPdf(template, packingSheet(page, await page.api.shopDesk.packingList()))
  return new Response(new Uint8Array(pdf), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="packing-list.pdf"`,
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
    },
  })
}

type List = Awaited<ReturnType<PageRequest["api"]["shopDesk"]["packingList"]>>

/** Everything that the sheet says, as texts. */
function packingSheet(page: Pick<PageRequest, "language" | "now" | "zone">, { pieces, orders }: List) {
  const { language } = page
  const { list: text } = shopDeskTexts[language]
  return {
    ...{ language, title: text.title, all_label: text.all, orders_label: text.orders, none: text.none },
    ...{ piece: text.piece, quantity: text.quantity },
    made: text.made(formatInstantIn(LANGUAGE_TAGS[language], page.now, page.zone)),
    pieces: pieces.map((one) => [nameIn(language, one), `${one.quantity}`]),
    orders: orders.map((order) => ({
      number: order.order_number,
      way: order.way === "pickup" ? text.pickup : text.delivery,
      promised: text.promised(formatDateIn(LANGUAGE_TAGS[language], order.promised_on)),
      to: addressOf(order),
      lines: order.lines.map(
        (line) =>
          `${line.quantity} × ${nameIn(language, line)}${line.student ? ` ${text.forChild(line.student.first_name)}` : ""}`,
      ),
    })),
  }
}

function nameIn(
  language: Language,
  { title, size }: { title: { en: string; hi: string }; size: string },
): string {
  return size ? `${title[language]} (${size})` : title[language]
}

function addressOf({ way, name, phone, address, pin, centre }: GoodsOrder): string[] {
  const who = [name, phone && displayPhone(phone)].filter((one) => one !== null).join(", ")
  const lines = way === "pickup" ? [centre ?? ""] : [...(address ?? "").split("\n"), pin ?? ""]
  return [who, ...lines].filter((line) => line !== "")
}
