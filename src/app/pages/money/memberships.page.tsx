import { AdminPage, adminMeta, officeRequest } from "#features/admin/web/admin-page.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { MoreLink } from "#ui/components/more-link.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import type { Route } from "./+types/memberships.page.ts"
import { EndingTable } from "./ending-table.tsx"
import { moneyTexts } from "./money.texts.ts"
import { MONEY_PATH } from "./paths.ts"

export const handle = { translated: true }

export async function loader(args: Route.LoaderArgs) {
  const page = officeRequest(args)
  const after = new URL(args.request.url).searchParams.get("after")?.slice(0, 100)
  return page.api.money.ending({ ...(after && { cursor: after }) })
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, moneyTexts[languageOf(matches)].ending.list)
}

/** Every membership that ends soon. */
export default function MembershipsPage({ loaderData }: Route.ComponentProps) {
  const { title, ending: text } = useTexts(moneyTexts)
  return (
    <AdminPage title={text.list} description={text.description} back={{ to: MONEY_PATH, label: title }}>
      <EndingTable
        memberships={loaderData.items}
        empty={<EmptyState illustration="no-requests" title={text.noneSoon} />}
      />
      <MoreLink cursor={loaderData.next_cursor} />
    </AdminPage>
  )
}
