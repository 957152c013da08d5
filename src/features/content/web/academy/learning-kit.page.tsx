import Phone from "lucide-react/icons/phone"
import lists from "#content/option-lists.json" with { type: "json" }
import policies from "#content/policies.json" with { type: "json" }
import programs from "#content/programs.json" with { type: "json" }
import { pageRequest } from "#ui/api.ts"
import { brandOf, useBrand } from "#ui/brand.ts"
import { buttonClass } from "#ui/components/button.tsx"
import { Illustration } from "#ui/components/illustration.tsx"
import { cx } from "#ui/cx.ts"
import { languageOf } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { gutter } from "#ui/page.tsx"
import { describePage } from "../describe-page.ts"
import { policyWords } from "../legal/policy-words.ts"
import type { Route } from "./+types/learning-kit.page.ts"
import { KitOffer, UniformOffer } from "./kit-offers.tsx"
import { kitTexts } from "./learning-kit.texts.ts"

export const handle = { static: true, translated: true, picture: "/share/kit.jpg" }

/** Loads the activities with a kit, each with the picture of a program it leads to, and whether the shop is open. */
export function loader({ context }: Route.LoaderArgs) {
  return { hasShop: context.get(pageRequest).hasShop === true, programs: kitPrograms() }
}

function kitPrograms() {
  return lists.kitActivities.map(({ label, hi, filter }) => {
    const wanted = Object.entries(filter) as ["subject" | "service", string][]
    const shown = programs.find((program) => wanted.every(([key, value]) => program[key] === value))
    const to = `/courses?${new URLSearchParams(wanted)}`
    return { label, hi, to, image: shown?.image ?? "", service: shown?.service ?? "" }
  })
}

export function meta({ matches }: Route.MetaArgs) {
  const text = kitTexts[languageOf(matches)]
  return describePage(matches, { title: text.title, description: text.meta(brandOf(matches).name) })
}

export default function LearningKitPage({ loaderData }: Route.ComponentProps) {
  const text = useTexts(kitTexts)
  return (
    <>
      <header className="border-b border-line">
        <div className={cx(gutter, "grid max-w-7xl gap-4 py-12 sm:py-20")}>
          <h1 className="max-w-3xl text-display">
            {text.heading[0]} <span className="marked">{text.heading[1]}</span>
          </h1>
          <p className="max-w-2xl text-lead text-ink-muted">{text.lead}</p>
        </div>
      </header>
      <div className={cx(gutter, "grid max-w-7xl gap-16 py-12 sm:gap-24 sm:py-20")}>
        <div className="grid gap-5 lg:grid-cols-2">
          <UniformOffer hasShop={loaderData.hasShop} />
          <KitOffer hasShop={loaderData.hasShop} />
        </div>
        <Programs programs={loaderData.programs} />
        <Support />
      </div>
    </>
  )
}

type KitProgram = ReturnType<typeof kitPrograms>[number]

function Programs({ programs }: { programs: KitProgram[] }) {
  const text = useTexts(kitTexts)
  const language = useLanguage()
  return (
    <section>
      <h2 className="text-title">{text.programs.title}</h2>
      <p className="mt-2 text-lead text-ink-muted">{text.programs.text}</p>
      <ul className="mt-8 grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-5">
        {programs.map(({ label, hi, to, image, service }) => (
          <li key={label} data-service={service}>
            <a
              href={to}
              className="group flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-hue"
            >
              <Illustration
                src={image}
                width={640}
                height={400}
                className="aspect-[8/5] h-auto w-full bg-hue-tint object-cover"
              />
              <span className="p-3 leading-snug font-semibold tracking-tight group-hover:text-hue-ink sm:p-4">
                {language === "hi" ? hi : label}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Support() {
  const text = useTexts(kitTexts)
  const { hourOf } = policyWords[useLanguage()]
  const { contactPhone, contactPhoneDisplay } = useBrand()
  const { opensAt, closesAt } = policies.support
  return (
    <section className="ruled-page rounded-panel border border-line bg-surface">
      <h2 className="relative top-1 text-title leading-[36px] sm:top-0">{text.support.title}</h2>
      <p className="relative top-2 max-w-xl text-lead leading-[36px] text-ink-muted">{text.support.text}</p>
      <div className="mt-9 flex flex-wrap items-center gap-x-5 gap-y-3">
        <a href={`tel:${contactPhone}`} className={buttonClass({ size: "lg" })}>
          <Phone size={18} aria-hidden />
          {text.support.call(contactPhoneDisplay)}
        </a>
        <p className="text-ink-muted">{text.support.hours(hourOf(opensAt), hourOf(closesAt))}</p>
      </div>
    </section>
  )
}
