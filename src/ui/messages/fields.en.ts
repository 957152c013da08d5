import { fillValues, splitValues } from "./field-values.ts"

/** The text shown at a field that the server refused: what is wrong and what would be right. */
const fieldMessages = {
  PHONE_INVALID: "Enter a ten-digit mobile number, such as 98765 43210",
  PHONE_OR_EMAIL: "Enter a ten-digit mobile number, or an e-mail address",
  CHILDS_NUMBER: "This is the child's own number. Enter the guardian's",
  CHILDS_EMAIL: "This is the child's own e-mail. Enter the guardian's",
  RIGHTS_MISSING: "Choose at least one",
  PARENT_PHONE_IS_OWN: "Enter the guardian's own number, not the student's",
  FIELD_EMPTY: "Fill this in",
  REFUND_OVER_LEFT: "This is more than can be refunded: enter less",
  PAYER_GONE: "The payer's account no longer exists: record a payout",
  GUARDIAN_NAME_MISSING: "Enter the name of a parent or guardian",
  GUARDIAN_PHONE_MISSING: "Enter a parent's or guardian's phone number",
  PHONE_IS_GUARDIANS: "This is your guardian's number: enter your own, or leave it empty",
  ROLE_NEEDS_CONFIRMED_EMAIL: "Ask this person to confirm their e-mail first, then change the role",
  BIRTH_DATE_FUTURE: "Enter a date of birth in the past",
  BIRTH_DATE_TOO_YOUNG: "Students are at least 3 years old: check the year",
  BIRTH_DATE_TOO_OLD: "This is more than 100 years ago: check the year",
  BIRTH_DATE_NEEDS_GUARDIAN:
    "A student under 18 needs a guardian: import the guardian's name and number first",
  NOTICE_OUTDATED: "The text has changed: reload the page and read it again",
  PASSWORD_SHORT: "Use at least 8 characters",
  PASSWORD_COMMON:
    "This password appears in lists of stolen passwords: choose one that nobody else uses, such as three random words",
  PASSWORD_PERSONAL:
    "This is too close to a name, an e-mail, a phone number or the academy's name. Use three or four unrelated words",
  PASSWORD_GUESSABLE:
    "This is easy to guess: years, keyboard rows and repeated characters don't count. Use three or four unrelated words",
  END_BEFORE_START: "The end must be after the start",
  CLASS_IN_PAST: "This time has passed: choose a later one",
  CLASS_OVERLAPS: "This overlaps another class of the same instructor: choose another time",
  CLASS_OVERLAPS_ON:
    "This overlaps another class of the same instructor on {dates}: choose another time, or other days",
  CAPACITY_BELOW_SEATS: "More seats than this are already taken",
  CAPACITY_BELOW_SEATS_ON: "More seats than this are already taken on {dates}",
  CLASS_TYPE_TAKEN: "Students have seats or have asked for one: the kind of class must stay",
  MEANWHILE_CHANGED: "Meanwhile this was changed to “{value}”. Save again to replace it with yours",
  MEANWHILE_EMPTIED: "Meanwhile this was emptied. Save again to replace it with yours",
  MEANWHILE_ON: "Meanwhile this was switched on. Save again to replace it with yours",
  MEANWHILE_OFF: "Meanwhile this was switched off. Save again to replace it with yours",
  MEANWHILE_OTHER_PROGRAM:
    "Meanwhile this was changed to another program. Save again to replace it with yours",
  FEE_NOT_BELOW_PRICE: "A month must cost less than the whole program",
  FEE_WITHOUT_PRICE: "A free course has no monthly fee: enter its price as well, or leave the fee empty",
  VENUE_REQUIRED: "Enter the venue of the class",
  PROGRAM_UNKNOWN: "Choose a program from the list",
  SERIES_TOO_LONG: "A series can have at most 60 classes, before 2100: choose an earlier end or fewer days",
  SERIES_END_REQUIRED: "Choose the last day of the series",
  SERIES_ENDS_BEFORE_START: "The last day must not be before the first class",
  SERIES_WEEKS_REQUIRED: "Enter the number of weeks, from 1 to 60",
  SUBSTITUTE_BUSY: "This instructor has another class at that time: choose somebody else",
  SUBSTITUTE_IS_OWNER: "This instructor already teaches this class: choose somebody else",
  FILE_TOO_LARGE: "This file is over 20 MB: share a smaller one, or a link",
  PROOF_TOO_LARGE: "This file is over 10 MB: take a smaller photo, or send the pages one by one",
  PROOF_KIND: "Choose a photo (JPEG, PNG or WebP) or a PDF",
  PROOFS_TOO_MANY: "5 files were sent for this class already",
  FILE_EMPTY: "This file is empty: choose another one",
  FILE_KIND: "This file type can't be shared: choose a PDF, picture, text, sound or Office file",
  SLIDES_TOO_LARGE: "This file is over 32 MB: save it smaller, or split it into two",
  SLIDES_KIND: "Choose a PDF or a picture (JPEG, PNG or WebP)",
  SLIDES_AS_PDF: "Presentations can't be shown as they are: save this one as PDF and add the PDF",
  SLIDES_PIXELS: "This picture has over 32 megapixels: save it smaller",
  SLIDES_TOO_MANY: "This class already has 20 files of slides: remove one first",
  PICTURE_TOO_LARGE: "This picture is over 10 MB: save it smaller",
  PICTURE_KIND: "Choose a picture (JPEG, PNG or WebP)",
  PICTURE_UNREADABLE: "This picture is damaged: save it again, or take a screenshot of it",
  PICTURES_TOO_MANY: "This class already has 100 pictures on its whiteboard: no more can be added",
  FILES_TOO_MANY: "This class already has 50 files: remove one first",
  CAPTIONS_TOO_LARGE: "These captions are over 1 MB: choose a smaller file",
  CAPTIONS_KIND: "This isn't a WebVTT file, which starts with WEBVTT: save the captions as .vtt",
  CAPTIONS_EMPTY: "This file has no captions: choose another one",
  MATERIALS_TOO_MANY: "This course already has 100 files: remove one first",
  VIDEO_TOO_LARGE: "This video is over 4 GB: export it smaller, or split it into two lessons",
  LESSONS_TOO_MANY: "This program already has 200 lessons: delete one first",
  TEACHER_UNKNOWN: "Choose a teacher from the list",
  ZONE_IN_USE: "You can't change the time zone while classes are scheduled in it",
  OPTIONS_ALIKE: "Two options are the same: change one",
  CHOICE_UNKNOWN: "Choose one of the poll's options",
  ONE_CHOICE_ONLY: "Choose one option",
  STUDENT_UNKNOWN: "This student has no seat in the class",
  DROP_REASON_MISSING: "Give a reason for not sending this message",
  TEMPLATE_REFUSED: "Operators would refuse this text: fix the problems listed below",
  SNAPSHOT_INVALID: "A snapshot must be a JPEG of at most 200 kB",
  ONE_ON_ONE_CAPACITY: "A one-on-one class has one seat: schedule another class for more",
  SLOT_OVERLAPS: "This overlaps a time you already offer: choose a later one, or withdraw that one first",
  UTR_COUNTED: "This reference was already entered for another payment: check it in your UPI app",
  ORDER_UNKNOWN: "No order with this number is paid by UPI: check the number",
  INSTRUCTOR_UNKNOWN: "Choose an instructor from the list",
  SUPPLIER_NAME: "Enter the legal name",
  SUPPLIER_ADDRESS: "Enter the address",
  GSTIN_INVALID: "A GSTIN has 15 characters, such as 27AAPFU0939F1ZV",
  GSTIN_CHECKSUM: "The last character doesn't match the others: check every character",
  BUSINESS_ADDRESS_MISSING: "Enter the address: a bill with a GSTIN must have it",
  GSTIN_STATE: "The first two digits belong to another State than the one you chose",
  GSTIN_NEEDED: "Enter your GSTIN",
  GSTIN_NOT_REGISTERED: "Remove the GSTIN, or choose how you are registered",
  PICKUP_ONLINE: "Pick-up is only for programs at the academy",
  PICKUP_MEMBERS_ONLY: "Pick-up comes with a membership: choose how many months",
  PICKUP_AGE_UNKNOWN: "Pick-up is for children under {value}: add the date of birth first",
  PICKUP_BORN_LATER: "The date of birth is in the future: correct it first",
  PICKUP_TOO_OLD: "Pick-up is for children under {value} on the first day of the term",
  PICKUP_NOT_OFFERED: "Pick-up isn't offered on so many days a week: choose another plan",
  PICKUP_DAYS: "Choose as many weekdays as the plan has",
  PICKUP_ADDRESS: "Enter the address for pick-up",
  CENTRE_CODE_WRONG: "This code isn't on the screen any more: enter the one that is shown now",
  GATE_CODE_WRONG: "No guardian has this code today, and it is no card in force",
  BILL_PREFIX: "Use 1 to 3 capital letters and digits, with a letter first, such as KA",
  BILL_PREFIX_USED: "Bills under another registration have this prefix: choose another one",
} satisfies Record<string, string>

export type FieldCode = keyof typeof fieldMessages

/**
 * The sentence of a field code, with the values that came with it; a sentence passes through. `today` is the
 * academy's date.
 */
export function fieldText(text: string, today?: string): string {
  const { code, values } = splitValues(text)
  return Object.hasOwn(fieldMessages, code)
    ? fillValues(fieldMessages[code as FieldCode], values, "en", today)
    : text
}
