import Download from "lucide-react/icons/download"
import { buttonClass } from "#ui/components/button.tsx"
import { ProvenLink } from "#ui/forms/proven-link.tsx"

/** Downloads a whole list as a file for Excel and for the import. */
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
