import type { ProgramDetails } from "#contract/programs.ts"
import { Badge } from "#ui/badge.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { catalogueTexts } from "./catalogue.texts.ts"

/** What kind of program it is. */
export function ProgramBadges({ program }: { program: ProgramDetails }) {
  const text = useTexts(catalogueTexts)
  return (
    <div className="flex flex-wrap gap-1.5">
      <Badge service={program.service}>
        {text.serviceName(program.service)} · {program.subject}
      </Badge>
      <Badge>{text.levelName(program.level)}</Badge>
      <Badge>
        {text.curriculumName(program.curriculum, program.curriculum)} · {text.gradeName(program.grade)}
      </Badge>
      <Badge>{text.deliveries[program.delivery].title}</Badge>
    </div>
  )
}
