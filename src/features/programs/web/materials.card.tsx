import FileText from "lucide-react/icons/file-text"
import type { Material } from "#contract/programs/program-management.ts"
import { Card } from "#ui/components/card.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { programTexts } from "./texts/program.texts.ts"

/** The material for the students of a program. Renders nothing without any. */
export function MaterialsCard({ materials }: { materials: Material[] }) {
  const text = useTexts(programTexts)
  if (materials.length === 0) return null
  return (
    <Card flush title={text.material} description={text.materialNote}>
      <ul className="border-t border-line">
        {materials.map(({ id, course_id, title, name, size_bytes }) => (
          <li key={id} className="border-t border-line first:border-t-0">
            <a
              href={`/courses/material/${course_id}/${id}`}
              className="flex items-center gap-4 px-5 py-3.5 outline-offset-[-2px] transition-colors hover:bg-surface-sunken sm:px-6"
            >
              <FileText size={20} className="shrink-0 text-primary-text" aria-hidden />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold">{title}</span>
                <span className="block truncate text-sm text-ink-muted">
                  {`${name} · ${(size_bytes / 1_000_000).toFixed(1)} MB`}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
