import team from "#content/team.json" with { type: "json" }
import { brandOf } from "#ui/brand.ts"
import { buttonClass } from "#ui/components/button.tsx"
import { Illustration } from "#ui/components/illustration.tsx"
import { languageOf } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { describePage } from "../describe-page.ts"
import type { Route } from "./+types/meet-the-team.page.ts"
import { teamTexts } from "./meet-the-team.texts.ts"

export const handle = { static: true, translated: true, picture: "/share/team.jpg" }

export function meta({ matches }: Route.MetaArgs) {
  const text = teamTexts[languageOf(matches)]
  return describePage(matches, { title: text.title, description: text.meta(brandOf(matches).name) })
}

export default function MeetTheTeamPage() {
  const text = useTexts(teamTexts)
  const language = useLanguage()
  return (
    <Page className="gap-10 sm:gap-14 sm:py-16">
      <PageHeader title={text.title} description={text.lead} />
      <ul className="grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
        {team.map(({ slug, image, hi, ...member }) => {
          const { name, role, bio } = language === "hi" ? hi : member
          return (
            <li
              key={slug}
              className="flex flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-7"
            >
              <div className="flex items-center gap-4">
                <Illustration
                  src={image}
                  width={96}
                  height={96}
                  alt=""
                  className="size-20 shrink-0 rounded-full border border-line"
                />
                <div className="grid gap-0.5">
                  <h2 className="text-lg leading-snug font-semibold tracking-tight">{name}</h2>
                  <p className="text-sm font-semibold text-primary-text">{role}</p>
                </div>
              </div>
              <p className="text-ink-muted">{bio}</p>
            </li>
          )
        })}
      </ul>
      <section className="grid gap-x-16 gap-y-6 border-t border-line pt-10 sm:pt-14 lg:grid-cols-[1fr_2fr]">
        <h2 className="text-title">{text.missionTitle}</h2>
        <div className="grid max-w-3xl gap-5">
          <p className="text-[clamp(1.25rem,1.1rem+0.8vw,1.75rem)] leading-[1.4] tracking-[-0.012em]">
            {text.mission}
          </p>
          <p className="text-lead text-ink-muted">{text.missionMore}</p>
          <p className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-3">
            <a href="/contact?topic=teaching#contact" className={buttonClass({ variant: "secondary" })}>
              {text.write}
            </a>
            <span className="text-ink-muted">{text.join}</span>
          </p>
        </div>
      </section>
    </Page>
  )
}
