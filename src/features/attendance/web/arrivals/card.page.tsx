import { ORPCError } from "@orpc/client"
import { data, Form } from "react-router"
import { z } from "zod"
import { isId } from "#shared/ids.ts"
import { pageRequest, redirectWithToast, requireViewer, serveForm } from "#ui/api.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { drawQrCode } from "#ui/qr-code.server.ts"
import { useSaidTime } from "#ui/said-time.ts"
import { FlashNotice } from "#ui/toast.tsx"
import { ownDocument } from "#ui/visitor/own-document.server.ts"
import type { Route } from "./+types/card.page.ts"
import { cardTexts } from "./card.texts.ts"

export const handle = { static: true, own: true, translated: true }

export const middleware = [ownDocument]

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: cardTexts[languageOf(matches)].title }, { name: "robots", content: "noindex" }]
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request)
  const student_id = params.studentId
  if (!isId(student_id)) throw data(null, { status: 404 })
  try {
    const card = await page.api.attendance.readCard({ student_id })
    return { ...card, qr: card.text && drawQrCode(card.text), zone: page.zone, academy: page.brand.name }
  } catch (error) {
    if (error instanceof ORPCError && (error.status === 404 || error.status === 403))
      throw data(null, { status: 404 })
    throw error
  }
}

const Intent = z.object({ intent: z.enum(["make", "revoke"]) })

export async function action(args: Route.ActionArgs) {
  const student_id = args.params.studentId
  return serveForm(args, Intent, async ({ intent }, { api, language }) => {
    const text = cardTexts[language]
    if (intent === "make") await api.attendance.makeCard({ student_id })
    else await api.attendance.revokeCard({ student_id })
    const title = intent === "make" ? text.made : text.blocked
    return redirectWithToast(`/cards/${student_id}`, { tone: "success", title }, "document")
  })
}

/** A student's card, to print or to show on a phone, and to replace when it is lost. */
export default function CardPage({ loaderData, actionData }: Route.ComponentProps) {
  const { qr, name, academy, made_at, zone } = loaderData
  const text = useTexts(cardTexts)
  const said = useSaidTime(zone)
  return (
    <Page width="narrow">
      <div className="print:hidden">
        <PageHeader title={text.title} description={text.description} />
        <FlashNotice flash={actionData?.toast} />
      </div>
      {qr ? (
        <figure
          data-card
          className="grid w-full max-w-80 max-sm:mx-auto justify-items-center gap-3 rounded-panel border-2 border-line-strong bg-white p-5 text-center text-black"
        >
          <p className="text-sm font-semibold">{academy}</p>
          <img src={qr} alt={text.qr} width={220} height={220} />
          <figcaption className="text-xl font-bold wrap-anywhere">{name}</figcaption>
        </figure>
      ) : null}
      <Card className="print:hidden">
        <div className="grid gap-4">
          <p className="text-ink-muted">
            {qr && made_at ? `${text.since(said(made_at, "within"))} ${text.print}` : text.none(name)}
          </p>
          <Form method="post" reloadDocument className="flex flex-wrap gap-3">
            <Button type="submit" name="intent" value="make" variant={qr ? "secondary" : "primary"}>
              {qr ? text.replace : text.make}
            </Button>
            {qr ? (
              <Button type="submit" name="intent" value="revoke" variant="secondary">
                {text.block}
              </Button>
            ) : null}
          </Form>
          {qr ? <p className="text-sm text-ink-muted">{text.lost}</p> : null}
        </div>
      </Card>
    </Page>
  )
}
