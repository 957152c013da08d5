import type { AuditEntry } from "#contract/admin-audit.ts"

/** What was done, in words that follow on the name of who did it. */
const DONE: Record<string, string> = {
  "account.email": "changed an account's e-mail",
  "account.erased": "erased an account",
  "account.erasure-asked": "asked to delete an account",
  "account.erasure-taken-back": "kept an account after all",
  "account.export": "took out an account's data",
  "account.recovery-code-used": "signed in with a recovery code",
  "account.two-step-off": "switched two-step sign-in off",
  "account.two-step-on": "switched two-step sign-in on",
  "attendance.mark": "marked attendance by hand",
  "attendance.unmark": "removed a mark from a register",
  "calendar.share": "made a private calendar address",
  "calendar.unshare": "ended a private calendar address",
  "class.cancel": "cancelled a class",
  "class.delete": "deleted a class",
  "class.end": "ended a class",
  "class.hand-over": "handed a class over",
  "class.not-held": "closed a class that nobody started",
  "class.restore": "brought a deleted class back",
  "class.start": "started a class",
  "class.substitute": "changed who teaches a class",
  "consent.give": "gave a consent",
  "consent.withdraw": "withdrew a consent",
  "demo-request.approved": "approved a demo request",
  "demo-request.call": "called back about a demo",
  "demo-request.rejected": "declined a demo request",
  "export.list": "exported a list",
  "guardian.confirm": "confirmed to be a guardian",
  "guardian.decline": "said that a child is not theirs",
  "guardian.paper": "recorded a guardian's paper",
  "import.confirm": "imported a list",
  "import.undo": "took an import back",
  "invitation.make": "invited somebody",
  "invitation.accept": "accepted an invitation",
  "person.approve": "let an instructor teach",
  "person.disable": "disabled an account",
  "person.enable": "enabled an account",
  "person.make_admin": "made an admin",
  "person.role": "changed a role",
  "person.two_step_reset": "reset two-step sign-in",
  "program.archive": "archived a course",
  "program.create": "created a course",
  "program.edit": "edited a course",
  "program.material": "uploaded material to a course",
  "program.material-removed": "removed material from a course",
  "program.material-restored": "put material of a course back",
  "program.restore": "brought a course back",
  "recording.captions": "put captions to a recording",
  "recording.captions-removed": "removed captions of a recording",
  "recording.delete": "deleted a recording",
  "recording.restore": "put a recording back",
  "recording.show": "changed who may watch a recording",
  "recording.start": "began to record a class",
  "room.allowance": "changed what somebody may do in a room",
  "room.delete-file": "took a shared file back",
  "room.delete-message": "removed a message from a room",
  "room.mute": "muted somebody in a room",
  "room.policy": "changed a room's rules",
  "room.readmit": "let somebody back into a room",
  "room.restore-file": "shared a file again that was taken back",
  "room.restore-message": "showed a removed message again",
  "room.remove": "removed somebody from a room",
  "settings.change": "changed a setting",
  "settings.reset": "took a setting back",
  "slot.withdraw": "withdrew a one-on-one time",
}

/** What somebody did, in words; of an act that has none yet, its name as words. */
export function describeAct(action: string): string {
  return DONE[action] ?? action.replaceAll(/[._-]/g, " ")
}

/** Who it was; nobody for what the product does by itself. */
export function actorOf({ actor_id, actor_name }: AuditEntry): string {
  return actor_id === null ? "Kaksha" : (actor_name ?? "Somebody who was deleted")
}

export const topicLabels: Record<string, string> = {
  person: "People and roles",
  account: "Accounts",
  class: "Classes",
  room: "Rooms",
  attendance: "Attendance",
  consent: "Consents",
  guardian: "Guardians",
  program: "Courses",
  settings: "Settings",
  import: "Imports",
  export: "Exports",
  invitation: "Invitations",
}
