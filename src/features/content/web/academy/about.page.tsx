import Building2 from "lucide-react/icons/building-2"
import CirclePlay from "lucide-react/icons/circle-play"
import Video from "lucide-react/icons/video"
import { brandOf, useBrand } from "#ui/brand.ts"
import { buttonClass } from "#ui/components/button.tsx"
import { Illustration } from "#ui/components/illustration.tsx"
import { cx } from "#ui/cx.ts"
import { languageOf } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { gutter } from "#ui/page.tsx"
import { brandIn, describePage } from "../describe-page.ts"
import type { Route } from "./+types/about.page.ts"
import { aboutTexts } from "./about.texts.ts"

const placeIcons = [Video, CirclePlay, Building2]

export const handle = { static: true, translated: true, picture: "/share/about.jpg" }

export function meta({ matches }: Route.MetaArgs) {
  const text = aboutTexts[languageOf(matches)]
  return describePage(matches, { title: text.title, description: text.meta(brandOf(matches).name) })
}

export default function AboutPage() {
  const text = useTexts(aboutTexts)
  const brand = useBrand()
  return (
    <>
      <header className="border-b border-line">
        <div className={cx(gutter, "grid max-w-7xl items-center gap-10 py-12 sm:py-16 lg:grid-cols-2")}>
          <div className="grid gap-4">
            <h1 className="text-display">{text.heading(brand.name)}</h1>
            <p className="max-w-xl text-lead text-ink-muted">{text.lead}</p>
          </div>
          <Illustration
            src="/images/hero.svg"
            width={720}
            height={560}
            eager
            className="h-auto w-full max-w-xl justify-self-center max-lg:hidden"
          />
        </div>
      </header>
      <div className={cx(gutter, "grid max-w-7xl gap-16 py-12 sm:gap-24 sm:py-20")}>
        <section className="grid gap-x-5 gap-y-6 lg:grid-cols-[1fr_2fr]">
          <h2 className="text-title">{text.storyTitle}</h2>
          <div className="prose">
            {text.story(brandIn(brand, useLanguage())).map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </section>
        <Places />
        <Promises />
      </div>
    </>
  )
}

function Places() {
  const text = useTexts(aboutTexts)
  return (
    <section>
      <h2 className="text-title">{text.placesTitle}</h2>
      <ul className="mt-8 grid gap-4 sm:gap-5 lg:grid-cols-3">
        {text.places.map(({ title, text: words }, index) => {
          const Icon = placeIcons[index] ?? Video
          return (
            <li
              key={title}
              className="grid content-start gap-2 rounded-card border border-line bg-surface p-5 sm:p-7"
            >
              <span className="mb-2 grid size-11 place-items-center rounded-full bg-primary-tint text-primary-text">
                <Icon size={22} strokeWidth={1.75} aria-hidden />
              </span>
              <h3 className="text-lg font-semibold tracking-tight">{title}</h3>
              <p className="text-ink-muted">{words}</p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Promises() {
  const text = useTexts(aboutTexts)
  return (
    <section className="grid gap-x-5 gap-y-8 lg:grid-cols-[1fr_2fr]">
      <h2 className="text-title">{text.promisesTitle}</h2>
      <div className="grid gap-10">
        <dl className="grid gap-x-10 border-t border-line sm:grid-cols-2">
          {text.promises.map(({ title, text: words }) => (
            <div key={title} className="grid content-start gap-1 border-b border-line py-6">
              <dt className="text-lg font-semibold tracking-tight">{title}</dt>
              <dd className="text-ink-muted">{words}</dd>
            </div>
          ))}
        </dl>
        <div className="flex flex-wrap items-center gap-3">
          <a href="/live-classes?class_type=demo" className={buttonClass({ size: "lg" })}>
            {text.demo}
          </a>
          <a href="/meet-the-team" className={buttonClass({ size: "lg", variant: "secondary" })}>
            {text.team}
          </a>
        </div>
      </div>
    </section>
  )
}
