/** The house's import rules. Back-references cover features that don't exist yet. */
const feature = "^src/features/([^/]+)/"
/** Among features an arrow runs only from a later row to an earlier one. */
const order = [
  ["accounts", "content"],
  ["programs"],
  ["lessons"],
  ["notifications"],
  ["classes"],
  ["payments"],
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
        "Pure files of a feature import the contract, shared/ and rules of lower features; perfect-freehand computes outlines and does nothing else.",
      severity: "error",
      from: { path: "^src/features/[^/]+/[^/]+\\.ts$", pathNot: "\\.test\\.ts$" },
      to: {
        pathNot:
          "^(src/contract/|src/shared/|src/features/[^/]+/[^/]+\\.ts$)|(^|/)node_modules/perfect-freehand/",
      },
    },
    {
      name: "features-meet-at-doors",
      comment: "A feature sees of another its services, tables for reading, rules and cards.",
      severity: "error",
      from: { path: `${feature}(server|web)/` },
      to: {
        path: "^src/features/",
        pathNot:
          "^src/features/$1/|^src/features/[^/]+/(server/[a-z-]+\\.ts|[a-z-]+\\.ts|web/[a-z-]+\\.card\\.tsx)$",
      },
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
