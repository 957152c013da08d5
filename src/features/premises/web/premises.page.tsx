import { PremisesEnquiry } from "#contract/premises/premises.ts"
import { CATALOGUE_PATH, PREMISES_PATH } from "#features/programs/paths.ts"
import { pageRequest, redirectWithToast, serveForm } from "#ui/api.ts"
import { brandOf } from "#ui/brand.ts"
import { linkClass } from "#ui/components/link-class.ts"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import type { Route } from "./+types/premises.page.ts"
import { EnquiryForm } from "./enquiry-form.tsx"
import { premisesTexts } from "./premises.texts.ts"

export const handle = { static: true, translated: true }

/** The most programs that the form suggests. */
const MOST_SUGGESTED = 60

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const { viewer, language } = page
  // Its programs change.
  page.keepSeconds = 300
  const slug = new URL(request.url).searchParams.get("program")?.slice(0, 120)
  const { items } = await page.api.programs.list({ delivery: "on_premises", limit: MOST_SUGGESTED })
  const titles = items.map(({ title }) => title)
  const asked = slug ? await page.api.programs.get({ slug }).catch(() => null) : null
  return {
    titles: [...new Set(titles)],
    first: {
      name: viewer ? `${viewer.first_name} ${viewer.last_name}`.trim() : "",
      email: viewer?.email ?? "",
      activity: asked?.title ?? "",
      language,
    },
  }
}

export function action(args: Route.ActionArgs) {
  return serveForm(args, PremisesEnquiry, async (enquiry, { api, language }) => {
    await api.premises.enquire(enquiry)
    return redirectWithToast(PREMISES_PATH, { tone: "success", ...premisesTexts[language].sent })
  })
}

export function meta({ matches }: Route.MetaArgs) {
  const text = premisesTexts[languageOf(matches)]
  const brand = brandOf(matches)
  const title = `${text.title} · ${brand.name}`
  const description = text.meta(brand.name)
  return [
    { title },
    { name: "description", content: description },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:type", content: "website" },
  ]
}

/** Where societies, schools and offices ask for programs at their place. */
export default function PremisesPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(premisesTexts)
  return (
    <Page className="gap-10 sm:py-16">
      <PageHeader title={text.heading} description={text.lead} />
      <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] lg:gap-16">
        <EnquiryForm loaded={loaderData} result={actionData?.form ?? null} />
        <section aria-label={text.stepsLabel} className="grid gap-6 max-lg:order-first lg:sticky lg:top-24">
          <ol className="grid gap-5 sm:max-lg:grid-cols-3">
            {text.steps.map((step, at) => (
              <li key={step.title} className="flex gap-4">
                <span
                  aria-hidden
                  className="grid size-9 shrink-0 place-items-center rounded-full bg-primary-tint font-semibold text-primary-text"
                >
                  {at + 1}
                </span>
                <span className="grid gap-0.5">
                  <span className="font-semibold">{step.title}</span>
                  <span className="text-[0.9375rem] text-ink-muted">{step.text}</span>
                </span>
              </li>
            ))}
          </ol>
          <p>
            <a href={`${CATALOGUE_PATH}?delivery=on_premises`} className={linkClass}>
              {text.taught}
            </a>
          </p>
        </section>
      </div>
    </Page>
  )
}
