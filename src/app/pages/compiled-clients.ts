// The recipes for clients in Go, Java, Ruby, Rust and C#. clients.ts says which tests run them.
import { bringOpenapiGenerator, runOpenapiGenerator, versions, type ClientRecipe } from './client-recipe.ts';

export const compiledClients: readonly ClientRecipe[] = [
  {
    title: 'Go by oapi-codegen',
    needs: ['go'],
    steps: [
      'go mod init example.test/session',
      'mkdir client',
      `go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${versions.oapiCodegen} -generate types,client -package client -o client/client.go openapi.json`,
      `go get github.com/oapi-codegen/runtime@${versions.oapiRuntime}`,
      'go mod tidy',
    ],
    first: {
      file: 'first/main.go',
      code: `package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"example.test/session/client"
)

func main() {
	sign := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))
		return nil
	}
	api, err := client.NewClientWithResponses(os.Getenv("API")+"/v1", client.WithRequestEditorFn(sign))
	if err != nil {
		panic(err)
	}
	me, err := api.GetMeWithResponse(context.Background(), nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(me.JSON200.Name)
}
`,
      run: 'go run ./first',
    },
    remark:
      'openapi-generator has a generator for Go too, whose client does not compile: the column <code>this</code> of the board becomes a ' +
      'name that the generated code uses itself.',
  },
  {
    title: 'Go by ogen',
    needs: ['go'],
    isSlow: true,
    steps: [
      'go mod init example.test/session',
      "printf 'generator:\\n  features: {enable: [paths/client], disable_all: true}\\n  ignore_not_implemented: [form content encoding]\\n' > ogen.yml",
      `go run github.com/ogen-go/ogen/cmd/ogen@${versions.ogen} --config ogen.yml --target client --package client openapi.json`,
      `go get github.com/ogen-go/ogen@${versions.ogen}`,
      'go mod tidy',
    ],
    first: {
      file: 'first/main.go',
      code: `package main

import (
	"context"
	"fmt"
	"os"

	"example.test/session/client"
)

type caller struct{}

func (caller) Bearer(context.Context, client.OperationName) (client.Bearer, error) {
	return client.Bearer{Token: os.Getenv("TOKEN")}, nil
}

func main() {
	api, err := client.NewClient(os.Getenv("API")+"/v1", caller{})
	if err != nil {
		panic(err)
	}
	answer, err := api.GetMe(context.Background(), client.GetMeParams{})
	if err != nil {
		panic(err)
	}
	if me, ok := answer.(*client.MeHeaders); ok {
		fmt.Println(me.Response.Name)
	}
}
`,
      run: 'go run ./first',
    },
    remark:
      'Each answer is a type of its own, so the client is large: to compile it takes minutes and 3 GB of memory. It lacks the two calls that upload ' +
      'a file, <code>importOrganisation</code> and <code>importProfile</code>, because ogen cannot say of which type a part of a form is.',
  },
  {
    title: 'Java by openapi-generator',
    needs: ['java', 'mvn'],
    steps: [
      bringOpenapiGenerator,
      `${runOpenapiGenerator} -g java --library native`,
      'mvn -q -B -f out/pom.xml package -DskipTests -Dmaven.javadoc.skip -Dmaven.source.skip',
    ],
    first: {
      file: 'First.java',
      code: `import org.openapitools.client.ApiClient;
import org.openapitools.client.api.PeopleApi;

public class First {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("API") + "/v1");
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + System.getenv("TOKEN")));
    System.out.println(new PeopleApi(client).getMe(null).getName());
  }
}
`,
      run: "java -cp 'out/target/classes:out/target/lib/*' First.java",
    },
  },
  {
    title: 'Ruby by openapi-generator',
    needs: ['ruby', 'java', 'mvn'],
    isSlow: true,
    steps: [
      bringOpenapiGenerator,
      `${runOpenapiGenerator} -g ruby`,
      'gem which typhoeus || gem install --user-install --no-document typhoeus',
    ],
    first: {
      file: 'first.rb',
      code: `require 'uri'
require 'openapi_client'

api = URI(ENV['API'])
configuration = OpenapiClient::Configuration.new do |it|
  it.scheme, it.host, it.base_path = api.scheme, "#{api.host}:#{api.port}", '/v1'
  it.access_token = ENV['TOKEN']
end
puts OpenapiClient::PeopleApi.new(OpenapiClient::ApiClient.new(configuration)).get_me.name
`,
      run: 'ruby -I out/lib first.rb',
    },
    remark: 'The client calls with <code>typhoeus</code>, which needs the library <code>libcurl</code>.',
  },
  {
    title: 'Rust by openapi-generator',
    needs: ['cargo', 'java', 'mvn'],
    isSlow: true,
    steps: [
      bringOpenapiGenerator,
      `${runOpenapiGenerator} -g rust`,
      'cargo init --quiet --vcs none --name session',
      'cargo add --quiet --path out',
      'cargo add --quiet tokio@1 --features macros,rt-multi-thread',
    ],
    first: {
      file: 'src/main.rs',
      code: `use openapi::apis::{configuration::Configuration, people_api};
use std::env::var;

#[tokio::main]
async fn main() {
    let configuration = Configuration {
        base_path: var("API").unwrap() + "/v1",
        bearer_access_token: var("TOKEN").ok(),
        ..Configuration::default()
    };
    println!("{}", people_api::get_me(&configuration, None).await.unwrap().name);
}
`,
      run: 'cargo run --quiet',
    },
  },
  {
    title: 'C# by openapi-generator',
    needs: ['java', 'mvn'],
    steps: [bringOpenapiGenerator, `${runOpenapiGenerator} -g csharp`],
    remark:
      'This client is generated, with a class for each group of operations and each schema. It was not compiled: where the others ' +
      'were proven there is no .NET. If <code>dotnet build out</code> reports an error, please tell us.',
  },
];
