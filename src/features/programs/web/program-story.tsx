import ExternalLink from "lucide-react/icons/external-link"
import type { ReactNode } from "react"
import type { ProgramDetails } from "#contract/programs/programs.ts"
import { Avatar } from "#ui/components/avatar.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { askForPremises } from "../paths.ts"
import { programTexts } from "./texts/program.texts.ts"

interface ProgramStoryProps {
  program: ProgramDetails
  /** Heading level of its parts: 2 on the program's page, 3 in a dialog. */
  level: 2 | 3
  /** The teacher's picture; the initials without one. */
  picture?: string | null
}

/** What a program teaches, by whom, how and where. */
export function ProgramStory({ program, level, picture }: ProgramStoryProps) {
  const text = useTexts(programTexts)
  return (
    <>
      <Part title={text.about} level={level}>
        {program.description.split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph} className="max-w-prose">
            {paragraph}
          </p>
        ))}
      </Part>
      {program.outline.length > 0 ? (
        <Part title={text.outline} level={level}>
          <ol className="grid max-w-prose list-decimal gap-2 pl-6 marker:font-semibold marker:text-hue-ink">
            {program.outline.map((step) => (
              <li key={step} className="pl-1.5">
                {step}
              </li>
            ))}
          </ol>
        </Part>
      ) : null}
      <Part title={text.instructor} level={level}>
        <div className="flex max-w-prose items-start gap-4">
          {picture ? (
            <img
              src={picture}
              alt=""
              width={240}
              height={240}
              loading="lazy"
              decoding="async"
              className="size-24 shrink-0 rounded-card object-cover sm:size-28"
            />
          ) : (
            <Avatar name={program.instructor} />
          )}
          <div className="grid gap-1">
            <p className="font-semibold">{program.instructor}</p>
            {program.instructor_bio ? <p className="text-ink-muted">{program.instructor_bio}</p> : null}
          </div>
        </div>
      </Part>
      <Delivery program={program} level={level} />
    </>
  )
}

function Delivery({ program, level }: ProgramStoryProps) {
  const text = useTexts(programTexts)
  const { delivery, venue, enrolled } = program
  const words = text.deliveries[delivery]
  return (
    <Part title={text.howTaught} level={level}>
      <div className="grid max-w-prose gap-3">
        <p>
          <strong className="font-semibold">{words.title}.</strong> {words.text}
          {delivery === "recorded" ? ` ${enrolled ? text.recordedEnrolled : text.recordedOthers}` : null}
        </p>
        {venue ? (
          <address className="grid gap-1 rounded-card border border-line bg-surface p-4 not-italic">
            <span className="font-semibold">{venue.name}</span>
            <span className="text-ink-muted">{venue.address}</span>
            <a
              href={mapAddress(venue)}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-8 w-fit items-center gap-1.5 font-semibold text-primary-text underline decoration-1 underline-offset-4 hover:decoration-2"
            >
              {text.openMap}
              <ExternalLink size={16} aria-hidden />
            </a>
          </address>
        ) : null}
        {delivery === "recorded" ? null : (
          <p>
            {text.atYourPlace}{" "}
            <a href={askForPremises(program.slug)} className={linkClass}>
              {text.askForQuote}
            </a>
          </p>
        )}
      </div>
    </Part>
  )
}

/** Returns a link to the venue on a map, which phones open with the installed map app. */
function mapAddress({ name, address }: { name: string; address: string }): string {
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query: `${name}, ${address}` })}`
}

interface PartProps {
  title: string
  level: 2 | 3
  children: ReactNode
}

function Part({ title, level, children }: PartProps) {
  const Heading = level === 2 ? "h2" : "h3"
  return (
    <section className={level === 2 ? "grid gap-4" : "grid gap-2"}>
      <Heading className={level === 2 ? "text-heading" : "font-semibold"}>{title}</Heading>
      {children}
    </section>
  )
}
