import { redirect } from "react-router"
import { z } from "zod"
import { Id } from "#contract/base.ts"
import { formatPaise } from "#shared/money.ts"
import { isFamily } from "#shared/roles.ts"
import { dashboardPath, pageRequest, requireViewer, serveForm } from "#ui/api.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { FlashNotice } from "#ui/toast.tsx"
import { ownDocument } from "#ui/visitor/own-document.server.ts"
import { SHOP_CHECKOUT_PATH, SHOP_PATH } from "../paths.ts"
import type { Route } from "./+types/basket.page.ts"
import { BasketLine } from "./basket-line.card.tsx"
import { shopTexts } from "./shop.texts.ts"

export const handle = { static: true, own: true, inPlace: true, translated: true }

export const middleware = [ownDocument]

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: shopTexts[languageOf(matches)].basket }, { name: "robots", content: "noindex" }]
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const { role } = requireViewer(page, request)
  if (!isFamily(role)) throw redirect(dashboardPath(role))
  return page.api.shop.basket()
}

const Change = z.object({
  size_id: Id,
  student_id: Id,
  quantity: z.coerce.number().int().min(0).max(20),
})

/** Changes how many of a line are wanted; 0 takes it out. */
export function action(args: Route.ActionArgs) {
  requireViewer(args.context.get(pageRequest), args.request)
  return serveForm(args, Change, async (change, { api, language }) => {
    await api.shop.putInBasket(change)
    return { tone: "success", title: shopTexts[language].changed }
  })
}

/** What somebody means to buy, with what is wrong about a line beside it. */
export default function BasketPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(shopTexts)
  const { lines, total_paise } = loaderData
  const isWrong = lines.some(({ fault }) => fault !== null)
  return (
    <Page width="reading">
      <PageHeader back={{ to: SHOP_PATH, label: text.title }} title={text.basket} />
      <FlashNotice flash={actionData?.toast} />
      {lines.length === 0 ? (
        <EmptyState
          illustration="empty-basket"
          title={text.empty}
          text={text.emptyText}
          action={<ButtonLink to={SHOP_PATH}>{text.toShop}</ButtonLink>}
        />
      ) : (
        <>
          <Card flush>
            <ul>
              {lines.map((line) => (
                <BasketLine key={line.id} line={line} />
              ))}
            </ul>
          </Card>
          <div className="grid justify-items-end gap-4">
            <p className="grid justify-items-end">
              <span className="text-xl font-semibold tabular-nums">
                {text.total}: {formatPaise(total_paise)}
              </span>
              <span className="text-sm text-ink-muted">{text.beforeDelivery}</span>
            </p>
            {isWrong ? (
              <p role="status" className="font-semibold text-danger">
                {text.fixFirst}
              </p>
            ) : (
              <ButtonLink to={SHOP_CHECKOUT_PATH} reloadDocument size="lg" className="max-sm:w-full">
                {text.checkAndPay}
              </ButtonLink>
            )}
          </div>
        </>
      )}
    </Page>
  )
}
