import { pageRequest } from "#ui/api.ts"
import type { Route } from "./+types/terms.page.ts"
import { describePage } from "./describe-page.ts"
import { legalText } from "./legal.server.ts"
import { LegalPage } from "./legal-page.tsx"

export const handle = { static: true, translated: true, picture: "/share/terms.jpg" }

export function loader({ context }: Route.LoaderArgs) {
  return legalText("terms", context.get(pageRequest).language)
}

export function meta({ loaderData }: Route.MetaArgs) {
  return describePage(loaderData)
}

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  return <LegalPage {...loaderData} />
}
