import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'node',
          include: ['test/{unit,integration,faults}/**/*.test.ts'],
          exclude: ['test/unit/renderer/**'],
          environment: 'node',
          pool: 'forks',
        },
      },
      {
        test: {
          name: 'dom',
          include: ['test/unit/renderer/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
        },
      },
    ],
  },
});
