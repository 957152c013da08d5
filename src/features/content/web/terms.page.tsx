import type { Route } from "./+types/terms.page.ts"
import { describePage } from "./describe-page.ts"
import { legalText } from "./legal.server.ts"
import { LegalPage } from "./legal-page.tsx"

export const handle = { static: true }

export function loader() {
  return legalText("terms")
}

export function meta({ loaderData }: Route.MetaArgs) {
  return describePage(loaderData)
}

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  return <LegalPage {...loaderData} />
}
