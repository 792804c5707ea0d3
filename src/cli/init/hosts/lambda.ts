import { CREATE_LEDGER, functionFiles, FUNCTIONS_ALONE, MAX_SECONDS } from './functions.ts';
import type { Host } from './host.ts';
import { HEALTH } from './image.ts';

const CODE = `import { toLambdaHandler } from 'rewards-proxy/lambda';
import { proxy } from './rewards.mjs';

export const handler = toLambdaHandler(proxy);
`;

/** What asks for the proxy's health, in the form of a visitor's request. */
const ASK = {
  version: '2.0',
  rawPath: HEALTH,
  rawQueryString: '',
  headers: {},
  requestContext: { domainName: 'localhost', http: { method: 'GET', sourceIp: '127.0.0.1' } },
  isBase64Encoded: false,
};

const TEMPLATE = `AWSTemplateFormatVersion: '2010-09-09'
Transform: AWS::Serverless-2016-10-31

Parameters:
  BaseUrl:
    Type: String
  ApiKey:
    Type: String
    NoEcho: true
  Database:
    Type: String
    NoEcho: true

Resources:
  Rewards:
    Type: AWS::Serverless::Function
    Metadata:
      BuildProperties:
        UseNpmCi: true
    Properties:
      Runtime: nodejs24.x
      Handler: lambda.handler
      CodeUri: .
      MemorySize: 512
      # Longer than a claim takes at most, so that none is cut off.
      Timeout: ${MAX_SECONDS}
      Environment:
        Variables:
          REWARDS_BASE_URL: !Ref BaseUrl
          REWARDS_API_KEY: !Ref ApiKey
          REWARDS_DB: !Ref Database
      Events:
        Visitors:
          Type: HttpApi
        # Settles what a process that was cut off left in flight, also while nobody comes.
        Settle:
          Type: Schedule
          Properties:
            Schedule: rate(5 minutes)
            Input: '${JSON.stringify(ASK)}'

Outputs:
  Proxy:
    Value: !Sub https://\${ServerlessHttpApi}.execute-api.\${AWS::Region}.\${AWS::URLSuffix}/rewards
`;

/** AWS Lambda behind an HTTP API, with the ledger in a PostgreSQL database. */
export const lambda: Host = {
  name: 'lambda',
  label: 'AWS Lambda behind an HTTP API, with a PostgreSQL database',
  addresses: `  // API Gateway and function URLs give the visitor's address with each request. With CloudFront in front, see the documentation (Hosts).
`,
  functionsOf: FUNCTIONS_ALONE,
  keepsFiles: false,
  files: (served) => functionFiles(served, { 'lambda.mjs': CODE, 'template.yaml': TEMPLATE }),
  steps: () => [
    CREATE_LEDGER,
    'sam build',
    'sam deploy --guided    # asks for the three values, and ends with the address of the proxy',
    '# that address is the endpoint of the page',
  ],
};
