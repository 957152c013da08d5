import { pageRequest, requireViewer } from "#ui/api.ts"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import type { Route } from "./+types/check.page.ts"
import { checkTexts } from "./check.texts.ts"
import { CheckRun } from "./check-run.tsx"

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: checkTexts[languageOf(matches)].title }]
}

export function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request)
  return { meetings: page.meetings ?? false }
}

/** Shows before a class what will work, and how to fix the rest. */
export default function CheckPage({ loaderData }: Route.ComponentProps) {
  const text = useTexts(checkTexts)
  return (
    <Page width="narrow">
      <PageHeader
        title={text.title}
        description={text.description}
        back={{ to: "/live-classes", label: text.back }}
      />
      <CheckRun meetings={loaderData.meetings} />
      <noscript>
        <p className="text-ink-muted">{text.noScript}</p>
      </noscript>
    </Page>
  )
}
