import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig } from "vite"
import { contractForBrowser, schemasStayOnTheServer } from "./scripts/vite-contract.ts"
import { drawnIcons } from "./scripts/vite-icons.ts"

/** In how many pages and lazy parts a module must be before it comes with the frame of all of them. */
const SHARED_BY = 24
/** The same for what is so small that each costs more to ask for than to send. */
const ICONS_SHARED_BY = 8

/*
 * Many small files compress badly, cost a request each and fill the manifest of routes: what React and the router need
 * is one file, and what several pages share another. conform comes only where there are forms.
 */
const sharedChunks = [
  {
    name: "react",
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|cookie|set-cookie-parser)[\\/]|vite[\\/]preload-helper/,
    priority: 3,
  },
  { name: "forms", test: /node_modules[\\/]@conform-to[\\/]/, priority: 2 },
  {
    name: "frame",
    // Taken in, the first three would draw conform in after them. The client of the API comes with the first part of a
    // page that calls it, however many do. The office's pages would draw in the texts of all refusals, in both languages.
    test: /^(?!.*(@conform-to|form-|password-input|@orpc|ui[\\/](client|api)\.ts|forms[\\/](field|use-form)|admin-page|messages[\\/](in-language|errors|field))).*[\\/](src|content|node_modules)[\\/]/,
    minShareCount: SHARED_BY,
  },
  // Few modules name these themselves, but they come with every page; the avatar would draw the programs' cards after it.
  {
    name: "shell",
    test: /[\\/](ui[\\/](shortcuts[\\/]shortcuts|language|components[\\/](avatar|progress-bar)|live[\\/](online|live-reload|router-watch)|late-part|forms[\\/](failure-note|proof-asked)|layout[\\/]error-screen)\.tsx?|icons[\\/](search|rotate-cw|log-out|bell|users|clock|check)\.m?js)$/,
    priority: 1,
  },
  { name: "icons", test: /[\\/]lucide-react[\\/]/, minShareCount: ICONS_SHARED_BY },
  // What lists of classes share with the room, which has no lists.
  {
    name: "classes",
    test: /shared[\\/](lengths|duration|share)\.ts$|list[\\/]describe-subject\.ts$|components[\\/]live-badge\.tsx$/,
  },
  // What most lists of classes are made of, on dashboards, the family's page and the office's.
  {
    name: "lists",
    test: /features[\\/]classes[\\/](rules|web[\\/](texts[\\/]class\.texts?|list[\\/](class-line\.card|use-now)))\.tsx?$|recordings[\\/]web[\\/](recordings\.texts?|use-about-class)\.ts$|ui[\\/]components[\\/](stat|summary|older-pages|more-link|disclosure)\.tsx$/,
  },
  // Small ones that the room needs at once, and its late parts with it.
  {
    name: "room",
    test: /features[\\/]rooms[\\/]web[\\/](use-followed|use-board|people|room-context\.card|stage[\\/]use-size)\.tsx?$|icons[\\/](hand|pencil-line)\.m?js$/,
  },
  // Parts that come late would otherwise take it along.
  { name: "client", test: /[\\/]@orpc[\\/]|ui[\\/]client\.ts$|virtual:contract/, priority: 1 },
  // What slides need, and what a whiteboard, slides and a drawn-on screen share: on a slow line each file costs a round.
  {
    name: "slides",
    test: /shared[\\/]slides\.ts$|rooms[\\/]web[\\/](texts[\\/]slides\.texts?|slides[\\/](slide-address|slide-keys|use-slide-turner))\.ts$/,
  },
  // Also for the page of shortcuts.
  { name: "tools", test: /whiteboard[\\/](whiteboard-(tool|keys)|selection[\\/]selection-keys)\.ts$/ },
  {
    name: "drawing",
    test: /perfect-freehand|rooms[\\/](whiteboard(-svg|-page)?\.ts|web[\\/](texts[\\/]whiteboard\.texts?|use-large-pictures|shown[\\/](shown-board\.card|use-shown-board)|stage[\\/]tool-button|whiteboard[\\/](whiteboard-(items|shape)|formula[\\/](formula-shape|formulas)|picture[\\/]picture-(context|shape|address)|strokes[\\/]paint-shape))\.tsx?)$|icons[\\/]zoom-(in|out)\.m?js$/,
  },
]

export default defineConfig(({ command }) => ({
  // Found before the first page, and not one by one while it loads: each find would make the ones before out of date.
  optimizeDeps: { entries: ["src/**/*.tsx", "!src/**/*.server.tsx"] },
  plugins: [tailwindcss(), contractForBrowser(), schemasStayOnTheServer(), drawnIcons(), reactRouter()],
  publicDir: "content/public",
  define: { "import.meta.env.KAKSHA_BUILD": JSON.stringify(process.env.KAKSHA_BUILD ?? "") },
  server: { watch: { ignored: ["**/data/**", "**/test-results/**"] } },
  environments: {
    // Catalogues of messages and frames are found by name, so that the head can ask early for those of its document.
    client: {
      build: {
        rollupOptions: {
          output: {
            codeSplitting: { groups: sharedChunks },
            chunkFileNames: ({ facadeModuleId }) =>
              facadeModuleId?.includes("/src/ui/messages/")
                ? "assets/messages-[name]-[hash].js"
                : /layout\/(site|work)-shell\.tsx$/.test(facadeModuleId ?? "")
                  ? "assets/frame-[name]-[hash].js"
                  : "assets/[name]-[hash].js",
          },
        },
      },
    },
    ssr: {
      // The server is built together with the pages, or the request context would exist twice.
      build: { rollupOptions: { input: "./src/app/server.ts", output: { entryFileNames: "index.js" } } },
      // Bundled dependencies start three times as fast; these load parts of themselves by name at run time.
      ...(command === "build" && {
        resolve: { noExternal: true, external: ["pg", "pg-native", "pg-boss", "pino", "pino-pretty"] },
      }),
    },
  },
}))
