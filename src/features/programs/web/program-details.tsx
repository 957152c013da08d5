import ArrowRight from "lucide-react/icons/arrow-right"
import type { ReactNode } from "react"
import type { ProgramDetails as Details } from "#contract/programs/programs.ts"
import { Dialog } from "#ui/components/dialog.tsx"
import { Price } from "#ui/components/price.tsx"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { programPath } from "../paths.ts"
import { ProgramFigures } from "./program.card.tsx"
import { ProgramBadges } from "./program-badges.tsx"
import { ProgramStory } from "./program-story.tsx"
import { programTexts } from "./texts/program.texts.ts"
import { cardTexts } from "./texts/program-card.texts.ts"

interface ProgramDetailsProps {
  program: Details
  /** The button that enrols. */
  enrol: ReactNode
}

/** All details of one program, in a dialog over the catalogue, whose script closes it. */
export function ProgramDetails({ program, enrol }: ProgramDetailsProps) {
  const text = useTexts(cardTexts)
  const footer = (
    <>
      <Price paise={program.price_paise} note={text.oneTime} className="text-xl sm:mr-auto sm:self-center" />
      {enrol}
    </>
  )
  return (
    <Dialog open size="lg" title={program.title} description={text.by(program.instructor)} footer={footer}>
      <DetailsBody program={program} />
    </Dialog>
  )
}

function DetailsBody({ program }: { program: Details }) {
  const text = useTexts(programTexts)
  return (
    <div data-service={program.service} className="grid gap-6">
      <img
        src={program.image}
        alt={program.image_alt}
        width={640}
        height={400}
        className="aspect-[8/5] h-auto w-full rounded-card object-cover sm:aspect-[5/2]"
      />
      <div className="grid gap-3">
        <ProgramBadges program={program} />
        <ProgramFigures program={program} />
        {/* The first focusable element; without one the content below could not be scrolled by keyboard. */}
        <Link
          to={programPath(program.slug)}
          className="inline-flex min-h-8 w-fit items-center gap-1.5 font-semibold text-primary-text underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {text.fullPage}
          <ArrowRight size={16} aria-hidden />
        </Link>
      </div>
      <ProgramStory program={program} level={3} />
    </div>
  )
}
