import type { ReactNode } from "react"
import { Link } from "react-router"
import type { ProgramDetails as Details } from "#contract/programs.ts"
import { Badge } from "#ui/badge.tsx"
import { Dialog } from "#ui/dialog.tsx"
import { Price } from "#ui/price.tsx"
import { gradeLabel, catalogueText as text } from "./catalogue.text.ts"
import { addressOf, noFilters } from "./catalogue-address.ts"
import { ProgramFigures } from "./program.card.tsx"

interface ProgramDetailsProps {
  /** The open program; null keeps the dialog closed. */
  program: Details | null
  /** How it is taught, in words. */
  deliveryLabel: string
  onClose: () => void
  /** The button that enrols. */
  enrol: ReactNode
}

/** Everything about one program, over the catalogue. */
export function ProgramDetails({ program, deliveryLabel, onClose, enrol }: ProgramDetailsProps) {
  return (
    <Dialog
      open={program !== null}
      onClose={onClose}
      size="lg"
      title={program?.title}
      description={program ? text.by(program.instructor) : undefined}
      footer={
        program ? (
          <>
            <Price
              paise={program.price_paise}
              note={text.oneTime}
              className="text-xl sm:mr-auto sm:self-center"
            />
            {enrol}
          </>
        ) : null
      }
    >
      {program ? <DetailsBody program={program} deliveryLabel={deliveryLabel} /> : null}
    </Dialog>
  )
}

function DetailsBody({ program, deliveryLabel }: { program: Details; deliveryLabel: string }) {
  return (
    <div className="grid gap-6">
      <img
        src={program.image}
        alt={program.image_alt}
        width={640}
        height={400}
        className="aspect-[8/5] h-auto w-full rounded-card object-cover sm:aspect-[5/2]"
      />
      <div className="grid gap-3">
        <div className="flex flex-wrap gap-1.5">
          {/* The first thing the keyboard reaches; without one it could not scroll what lies below. */}
          <Link
            to={addressOf({ ...noFilters, subject: program.subject })}
            className="rounded-full underline-offset-2 hover:underline"
          >
            <Badge service={program.service}>
              {program.service} · {program.subject}
            </Badge>
          </Link>
          <Badge>{program.level}</Badge>
          <Badge>
            {program.curriculum} · {gradeLabel(program.grade)}
          </Badge>
          <Badge>{deliveryLabel}</Badge>
        </div>
        <ProgramFigures program={program} />
      </div>
      <Part title={text.about}>
        {program.description.split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph} className="max-w-prose">
            {paragraph}
          </p>
        ))}
      </Part>
      {program.outline.length > 0 ? (
        <Part title={text.outline}>
          <ol className="grid list-decimal gap-1.5 pl-6 marker:text-ink-muted">
            {program.outline.map((step) => (
              <li key={step} className="pl-1">
                {step}
              </li>
            ))}
          </ol>
        </Part>
      ) : null}
      <Part title={text.instructor}>
        <p className="max-w-prose">
          <strong className="font-semibold">{program.instructor}</strong>
          {program.instructor_bio ? `. ${program.instructor_bio}` : null}
        </p>
      </Part>
      {program.venue ? (
        <Part title={text.where}>
          <p>
            {program.venue.name}, {program.venue.address}
          </p>
        </Part>
      ) : null}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  )
}
