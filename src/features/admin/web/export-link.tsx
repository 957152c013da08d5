import Download from "lucide-react/icons/download"
import { buttonClass } from "#ui/button.tsx"
import { ProvenLink } from "#ui/proven-link.tsx"

/** Saves a whole list as a file that Excel and the import read. */
export function ExportLink({ list, label }: { list: string; label: string }) {
  return (
    <ProvenLink
      href={`/admin/export/${list}.csv`}
      className={buttonClass({ variant: "link", className: "justify-self-start" })}
    >
      <Download size={16} aria-hidden />
      {label}
    </ProvenLink>
  )
}
