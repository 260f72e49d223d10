import { defineConfig } from 'vite';

/**
 * Bundles the compiled modules of the service into its entry, dist/src/main.js: finding and reading a thousand small
 * files takes a fifth of a start. `npm run build` calls it. Packages stay outside, and so do the threads, which load
 * their own compiled files.
 */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: '../dist/src/main.js',
    outDir: '../dist/src',
    emptyOutDir: false,
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      // Fault tests load these modules beside the service, and must get the same instance.
      external: /-observer\.js$/,
      // Nest and TypeORM show the names of classes.
      output: { entryFileNames: 'main.js', chunkFileNames: 'main/[name].js', keepNames: true },
    },
  },
});
