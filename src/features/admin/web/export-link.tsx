import Download from "lucide-react/icons/download"
import { buttonClass } from "#ui/button.tsx"

/** Saves a whole list as a file that Excel and the import read. */
export function ExportLink({ list, label }: { list: string; label: string }) {
  return (
    <a
      href={`/admin/export/${list}.csv`}
      download
      className={buttonClass({ variant: "link", className: "justify-self-start" })}
    >
      <Download size={16} aria-hidden />
      {label}
    </a>
  )
}
