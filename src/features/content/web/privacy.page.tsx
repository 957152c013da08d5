import type { Route } from "./+types/privacy.page.ts"
import { describePage } from "./describe-page.ts"
import { legalText } from "./legal.server.ts"
import { LegalPage } from "./legal-page.tsx"

export const handle = { static: true }

export function loader() {
  return legalText("privacy")
}

export function meta({ loaderData }: Route.MetaArgs) {
  return describePage(loaderData)
}

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  return <LegalPage {...loaderData} />
}
