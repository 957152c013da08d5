import { pageRequest } from "#ui/api.ts"
import { describePage } from "../describe-page.ts"
import type { Route } from "./+types/terms.page.ts"
import { legalText } from "./legal.server.ts"
import { LegalPage } from "./legal-page.tsx"

export const handle = { static: true, translated: true, picture: "/share/terms.jpg" }

export function loader({ context }: Route.LoaderArgs) {
  const { language, brand } = context.get(pageRequest)
  return legalText("terms", language, brand)
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return describePage(matches, loaderData)
}

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  return <LegalPage {...loaderData} />
}
