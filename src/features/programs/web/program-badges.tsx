import type { ProgramDetails } from "#contract/programs/programs.ts"
import { Badge } from "#ui/components/badge.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { programTexts } from "./texts/program.texts.ts"
import { cardTexts } from "./texts/program-card.texts.ts"

/** A program's service, subject, level, curriculum, grade and delivery. */
export function ProgramBadges({ program }: { program: ProgramDetails }) {
  const text = useTexts(cardTexts)
  return (
    <div className="flex flex-wrap gap-1.5">
      <Badge service={program.service}>
        {text.serviceName(program.service)} · {program.subject}
      </Badge>
      <Badge>{text.levelName(program.level)}</Badge>
      <Badge>
        {text.curriculumName(program.curriculum, program.curriculum)} · {text.gradeName(program.grade)}
      </Badge>
      <Badge>{useTexts(programTexts).deliveries[program.delivery].title}</Badge>
    </div>
  )
}
