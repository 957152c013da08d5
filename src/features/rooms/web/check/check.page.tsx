import { pageRequest, requireViewer } from "#ui/api.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import type { Route } from "./+types/check.page.ts"
import { checkText as text } from "./check.text.ts"
import { CheckRun } from "./check-run.tsx"

export function meta() {
  return [{ title: text.title }]
}

export function loader({ request, context }: Route.LoaderArgs) {
  requireViewer(context.get(pageRequest), request)
  return null
}

/** Shows before a class what will work, and how to fix the rest. */
export default function CheckPage() {
  return (
    <Page width="narrow">
      <PageHeader
        title={text.title}
        description={text.description}
        back={{ to: "/live-classes", label: text.back }}
      />
      <CheckRun />
      <noscript>
        <p className="text-ink-muted">{text.noScript}</p>
      </noscript>
    </Page>
  )
}
