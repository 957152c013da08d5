import type { ProgramDetails } from "#contract/programs.ts"
import { Badge } from "#ui/badge.tsx"
import { gradeLabel, catalogueText as text } from "./catalogue.text.ts"

/** What kind of program it is. */
export function ProgramBadges({ program }: { program: ProgramDetails }) {
  return (
    <div className="flex flex-wrap gap-1.5">
      <Badge service={program.service}>
        {program.service} · {program.subject}
      </Badge>
      <Badge>{program.level}</Badge>
      <Badge>
        {program.curriculum} · {gradeLabel(program.grade)}
      </Badge>
      <Badge>{text.deliveries[program.delivery].title}</Badge>
    </div>
  )
}
