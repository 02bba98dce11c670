import './app/zod-without-eval.ts';
import '@fontsource-variable/inter/opsz.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { getPreloadBridge } from './state/bridge.ts';

const root = document.querySelector('#root');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <App bridge={getPreloadBridge(window)} />
    </StrictMode>,
  );
