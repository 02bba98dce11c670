// A program for Electron alone: the addons in a utility process and in its worker threads.
const { app, utilityProcess } = require('electron');
const { join } = require('node:path');

app.disableHardwareAcceleration();
app.whenReady().then(() => {
  const child = utilityProcess.fork(join(__dirname, 'child.cjs'), [], { serviceName: 'addon probe' });
  child.on('message', (answer) => console.log(JSON.stringify(answer)));
  child.on('error', (type, location) => console.error(`fatal error ${type} at ${location}`));
  child.on('exit', (code) => app.exit(code));
});
