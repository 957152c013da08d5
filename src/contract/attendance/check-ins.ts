import { z } from "zod"
import { Code } from "../accounts/accounts.ts"
import { base, Id } from "../base.ts"

/** A class on premises of today. */
const HallClass = z.object({
  class_id: Id,
  title: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  venue_name: z.string().nullable(),
})

const CheckedIn = HallClass.extend({
  /** The first time, however often it was repeated. */
  at: z.date(),
})
export type CheckedIn = z.infer<typeof CheckedIn>

export const CentreCodes = z.object({
  /** The server's clock, by which the screen corrects its own. */
  now: z.date(),
  /** Where the classes on premises of these two weeks take place. */
  venues: z.array(z.string()),
  /** The codes of the coming hour, each for the minute from `from`. */
  codes: z.array(z.object({ code: z.string(), from: z.date() })),
})
export type CentreCodes = z.infer<typeof CentreCodes>

const centreCodes = base
  .route({
    method: "GET",
    path: "/centre-codes",
    summary: "Get the codes that a centre's screen shows in the coming hour, one for each minute",
  })
  .input(
    z.object({
      /** Without one, the codes of classes that name no venue. */
      venue: z.string().trim().max(200).optional(),
    }),
  )
  .output(CentreCodes)

const checkIn = base
  .route({
    method: "POST",
    path: "/my/check-ins",
    summary: "Check in at the centre by the code on its screen. Checking in again changes nothing",
  })
  .input(z.object({ code: Code }))
  .output(CheckedIn)
  .errors({ NO_CLASS_HERE: { status: 409, message: "You have no class at the centre now" } })

/** The longest name of somebody who collects a child. */
export const LONGEST_COLLECTOR = 80
export const MOST_COLLECTORS = 10

const Collector = z.object({ id: Id, name: z.string() })

/** A child at the gate, with today's classes on premises. */
const GateChild = z.object({
  student_id: Id,
  name: z.string(),
  /** Young enough to be signed out to somebody. */
  young: z.boolean(),
  classes: z.array(
    HallClass.extend({
      /** The child can be checked in now: the class takes check-ins and has none of it, or none since it left. */
      open: z.boolean(),
      checked_in_at: z.date().nullable(),
      signed_out_at: z.date().nullable(),
      /** Who took the child; empty once that was erased. */
      signed_out_to: z.string().nullable(),
    }),
  ),
  /** Who may take the child: its guardians, and whom they named. */
  guardians: z.array(Collector),
  collectors: z.array(Collector),
})
export type GateChild = z.infer<typeof GateChild>

/** A guardian's code or the text of a card, as typed or scanned. */
export const GateCode = z.string("Enter the code").trim().min(1, "Enter the code").max(100)

const readGate = base
  .route({
    method: "POST",
    path: "/gate/codes",
    summary: "Get the children whom a guardian's code or a card is about, with today's classes on premises",
  })
  .input(z.object({ code: GateCode }))
  .output(
    z.object({
      /** Null by a card. */
      guardian: z.string().nullable(),
      children: z.array(GateChild),
    }),
  )

const checkInAtGate = base
  .route({
    method: "POST",
    path: "/gate/check-ins",
    summary: "Check a child in by a guardian's code or a card. Checking in again changes nothing",
  })
  .input(z.object({ code: GateCode, student_id: Id, class_id: Id }))
  .output(GateChild)
  .errors({ NOT_OPEN: { status: 409, message: "Check-in for this class isn't open" } })

/** A guardian, somebody whom a guardian named, or a name that staff typed. */
const SignedOutTo = z.union([
  z.object({ guardian_id: Id }),
  z.object({ collector_id: Id }),
  z.object({ name: z.string("Enter a name").trim().min(1, "Enter a name").max(LONGEST_COLLECTOR) }),
])

const signOut = base
  .route({
    method: "POST",
    path: "/gate/sign-outs",
    summary: "Sign a child out to a named person. Signing out again replaces the name",
  })
  .input(z.object({ student_id: Id, class_id: Id, to: SignedOutTo }))
  .output(GateChild)
  .errors({ NOT_CHECKED_IN: { status: 409, message: "The child isn't checked in to this class" } })

const listStillHere = base
  .route({
    method: "GET",
    path: "/gate/still-here",
    summary: "List the young children who checked in today and are not signed out",
  })
  .output(z.array(GateChild))

const myGate = base
  .route({
    method: "GET",
    path: "/my/gate",
    summary: "Get the guardian's code of today, and who may collect the children",
  })
  .output(
    z.object({
      /** Eight characters, valid until the end of today. */
      code: z.string(),
      children: z.array(
        z.object({ student_id: Id, name: z.string(), young: z.boolean(), collectors: z.array(Collector) }),
      ),
    }),
  )

const addCollector = base
  .route({
    method: "POST",
    path: "/my/children/{student_id}/collectors",
    summary: "Name somebody who may collect a child. Naming them again changes nothing",
  })
  .input(
    z.object({
      student_id: Id,
      name: z.string("Enter a name").trim().min(1, "Enter a name").max(LONGEST_COLLECTOR),
    }),
  )
  .output(Collector)
  .errors({ TOO_MANY_COLLECTORS: { status: 409, message: "Nobody else can be named for this child" } })

const removeCollector = base
  .route({
    method: "DELETE",
    path: "/my/children/{student_id}/collectors/{collector_id}",
    summary: "Take somebody off the list of who may collect a child",
  })
  .input(z.object({ student_id: Id, collector_id: Id }))
  .output(z.object({ removed: z.boolean() }))

const Card = z.object({
  /** What its QR code holds; null without a card in force. */
  text: z.string().nullable(),
  made_at: z.date().nullable(),
  name: z.string(),
})
export type StudentCard = z.infer<typeof Card>

const ofStudent = z.object({ student_id: Id })

const readCard = base
  .route({
    method: "GET",
    path: "/students/{student_id}/card",
    summary: "Get a student's card: the student's own, a child's, or for the office anybody's",
  })
  .input(ofStudent)
  .output(Card)

const makeCard = base
  .route({
    method: "POST",
    path: "/students/{student_id}/card",
    summary: "Make a new card. The one before it is refused from now on",
  })
  .input(ofStudent)
  .output(Card)

const revokeCard = base
  .route({
    method: "DELETE",
    path: "/students/{student_id}/card",
    summary: "Block a lost card. Blocking it again changes nothing",
  })
  .input(ofStudent)
  .output(Card)

export const checkInProcedures = {
  ...{ centreCodes, checkIn, readGate, checkInAtGate, signOut, listStillHere, myGate },
  ...{ addCollector, removeCollector, readCard, makeCard, revokeCard },
}
