/** The house's import rules. Back-references cover features that don't exist yet. */
const feature = "^src/features/([^/]+)/"
const doors = require("./src/features/doors.json")
const doorPaths = Object.entries(doors).map(
  ([name, files]) => `^src/features/${name}/server/(${files.join("|")})\\.ts$`,
)
/** Among features an arrow runs only from a later row to an earlier one. */
const order = [
  ["accounts"],
  ["content"],
  ["guardians"],
  ["ledger"],
  ["programs"],
  ["lessons"],
  ["notifications"],
  ["classes"],
  ["payments"],
  ["shop"],
  ["premises"],
  ["rooms"],
  ["attendance"],
  ["recordings"],
  ["admin"],
]

const upward = order.flatMap((row, index) => {
  const higher = order.slice(index + 1).flat()
  const beside = (name) => row.filter((other) => other !== name)
  return row.map((name) => {
    const forbidden = [...higher, ...beside(name)]
    return {
      name: `feature-order-${name}`,
      comment: `${name} may not import a feature above or beside it: upwards features meet by a job or an event.`,
      severity: "error",
      from: { path: `^src/features/${name}/` },
      to: { path: `^src/features/(${forbidden.join("|") || "-"})/` },
    }
  })
})

const browserSide = "^src/(ui/|features/[^/]+/web/)"
const serverSide = "^src/(platform/|features/[^/]+/server/)"

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "browser-not-server",
      comment: "web/ and ui/ never import server/ or platform/: only app/ joins them.",
      severity: "error",
      from: { path: browserSide },
      to: { path: serverSide },
    },
    {
      name: "server-not-browser",
      severity: "error",
      from: { path: serverSide },
      to: { path: browserSide },
    },
    {
      name: "contract-stands-alone",
      comment: "The contract imports zod, the contract builder, shared/ and itself.",
      severity: "error",
      from: { path: "^src/contract/" },
      to: { pathNot: "^(src/contract/|src/shared/)|(^|/)node_modules/(zod|@orpc/contract)/" },
    },
    {
      name: "rules-are-pure",
      comment:
        "Pure files of a feature import the contract, shared/ and rules of lower features; perfect-freehand computes outlines, yaml reads texts, and neither does anything else.",
      severity: "error",
      from: { path: "^src/features/[^/]+/[^/]+\\.ts$", pathNot: "\\.test\\.ts$" },
      to: {
        pathNot:
          "^(src/contract/|src/shared/|src/features/[^/]+/[^/]+\\.ts$)|(^|/)node_modules/(perfect-freehand|yaml)/",
      },
    },
    {
      name: "features-meet-at-doors",
      comment:
        "Of another feature's services and tables, a feature sees those that src/features/doors.json names.",
      severity: "error",
      from: { path: `${feature}server/` },
      to: {
        path: "^src/features/[^/]+/server/",
        pathNot: ["^src/features/$1/", ...doorPaths],
      },
    },
    {
      name: "screens-meet-at-cards",
      comment: "Of another feature's screens, a feature sees the cards.",
      severity: "error",
      from: { path: `${feature}web/` },
      to: {
        path: "^src/features/[^/]+/web/",
        pathNot: "^src/features/$1/|\\.card\\.tsx$",
      },
    },
    {
      name: "app-enters-at-the-top",
      comment: "What is in a folder of a feature's server/ is that feature's alone.",
      severity: "error",
      from: { path: "^src/app/" },
      to: { path: "^src/features/[^/]+/server/[^/]+/" },
    },
    ...upward,
    {
      name: "base-knows-no-feature",
      severity: "error",
      from: { path: "^src/(platform|ui|contract|shared)/" },
      to: { path: "^src/(features|app)/" },
    },
    {
      name: "features-not-app",
      severity: "error",
      from: { path: "^src/features/" },
      to: { path: "^src/app/" },
    },
    {
      name: "shared-stands-alone",
      severity: "error",
      from: { path: "^src/shared/" },
      to: { path: "^src/(contract|platform|ui|features|app)/" },
    },
    {
      name: "platform-below-contract",
      severity: "error",
      from: { path: "^src/platform/" },
      to: { path: "^src/contract/" },
    },
    {
      name: "no-drawers",
      comment: "A folder is named after what is in it.",
      severity: "error",
      from: {},
      to: { path: "^src/.*/(utils|helpers|common|lib)/" },
    },
    {
      name: "no-unresolved",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^(\\./\\+types/|virtual:|.*\\?(worker&url|url|raw)$)" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.test\\.tsx?$" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "types", "default"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".json"],
    },
  },
}
